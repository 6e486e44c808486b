import type { UsageError } from '@app/core/extending'
import { sessionRefused } from './session-errors.ts'

/**
 * Returns the JSON of a value, and `undefined` for `undefined`.
 *
 * Throws a `UsageError` (`APP_SESSION`) for a value that would be another value, or none, when it is read again: an
 * instance of a class (such as a date), a function, a symbol, a `bigint`, `NaN`, an infinite number, `undefined` in a
 * list, a circular value, and a key `__proto__`.
 */
export function jsonOf(key: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  check(key, value, [])
  return JSON.stringify(value)
}

function check(key: string, value: unknown, around: readonly unknown[]): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object') throw refused(key, typeof value === 'number' ? String(value) : `a ${typeof value}`)
  if (around.includes(value)) throw refused(key, 'an object that contains itself')
  const inside = [...around, value]
  if (Array.isArray(value)) {
    for (const item of value) check(key, item, inside)
    return
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) {
    throw refused(key, `an instance of ${(value.constructor as { name?: string } | undefined)?.name || 'a class'}`)
  }
  // Stores drop the key `__proto__` silently, since it might change a prototype.
  if (Object.hasOwn(value, '__proto__')) throw refused(key, 'a key "__proto__"')
  for (const item of Object.values(value)) if (item !== undefined) check(key, item, inside)
}

function refused(key: string, got: string): UsageError {
  return sessionRefused(
    `The session key "${key}": a session keeps JSON, and ${got} would be another value when it is read again. ` +
      'Write a text, a finite number, true, false, null, or a list or map of these.',
  )
}
