import { deepStrictEqual } from 'node:assert/strict'

/** Throws where two values are not the same, of whatever prototype their maps are. */
export function equal(got: unknown, wanted: unknown): void {
  deepStrictEqual(plain(got), plain(wanted))
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.entries(value).map(([key, inside]) => [key, plain(inside)])
}
