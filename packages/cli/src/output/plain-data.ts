import { isMap } from '@app/core/extending'

/**
 * Converts a value other than a map or list to a value that JSON can carry: a date, a URL, a bigint or a symbol to its
 * text, and a function or another object to a string such as `[function send]` or `[object of Pool]`.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof URL) return value.href
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return `[object of ${value.constructor?.name ?? 'no class'}]`
}

/**
 * Converts any value, with the content of maps and lists, to a value that JSON can carry. If a map or list contains
 * itself, the text `[the same again]` stands in place of the inner one.
 */
export function plainData(value: unknown, around: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isMap(value))) return plainValue(value)
  if (around.includes(value)) return '[the same again]'
  const inside = [...around, value]
  if (Array.isArray(value)) return value.map((item) => plainData(item, inside))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainData(item, inside)]))
}
