/**
 * The place at which a unit (a recorded case on one release line) differs from the recording: its construction, its
 * setup, or one of its results, given by its index.
 */
export type Place = 'construct' | 'setup' | number

/** One difference between our outcome and the recorded one; `what` names the part that differs, such as `status`. */
export interface Difference {
  readonly at: Place
  readonly what: string
  readonly expected: unknown
  readonly ours: unknown
}

/** True if two values of JSON are equal; the order of keys does not count, nor do keys with the value `undefined`. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
