import { isMap } from '@app/core/extending'

/**
 * Converts a value other than a map or list to plain data: a date to its text, and other objects to the name of their
 * kind.
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
 * Converts any value to plain data, including the content of maps and lists. If a map or list contains itself, the
 * inner one is replaced by the text `[the same again]`.
 */
export function plainData(value: unknown, around: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isMap(value))) return plainValue(value)
  if (around.includes(value)) return '[the same again]'
  const inside = [...around, value]
  if (Array.isArray(value)) return value.map((item) => plainData(item, inside))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainData(item, inside)]))
}
