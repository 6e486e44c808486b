import { deepStrictEqual } from 'node:assert/strict'

/** Throws an error if two values differ. Objects may have different prototypes. */
export function equal(got: unknown, wanted: unknown): void {
  deepStrictEqual(plain(got), plain(wanted))
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.entries(value).map(([key, inside]) => [key, plain(inside)])
}
