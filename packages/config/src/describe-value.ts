import { isMap } from './is-map.ts'

/** Says what kind of thing a value is, never what is in it: an error must not print a secret. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'a list'
  if (isMap(value)) return 'a map'
  if (value instanceof Promise) return 'a promise'
  return `an instance of ${value.constructor?.name || 'a class without a name'}`
}
