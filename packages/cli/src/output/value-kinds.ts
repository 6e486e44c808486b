/** Whether a value is a plain map: made by a literal, by `JSON.parse` or with a null prototype, in whichever realm. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Whether a value is a class, which cannot be called: written as one, built into the language, or either behind a proxy. */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function' || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false)
    return false
  // The prototype of an ordinary function is fixed too once somebody has frozen the function; its text tells then.
  return !/^(?:async\s+)?function\b(?!.*\{\s*\[native code\]\s*\}$)/s.test(Function.prototype.toString.call(value))
}

/** Says what kind of thing a value is, never what is in it: an error must not print a secret. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (value === '') return 'an empty string'
  if (typeof value === 'function') {
    const kind = isClass(value) ? 'class' : 'function'
    return typeof value.name === 'string' && value.name !== '' ? `the ${kind} ${value.name}` : `a ${kind}`
  }
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'a list'
  if (isMap(value)) return 'a map'
  if (value instanceof Promise) return 'a promise'
  return `an instance of ${Object.getPrototypeOf(value).constructor?.name || 'a class without a name'}`
}

/** A value that is no map and no list as plain data: a date as its text, anything without a text as what it is. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof URL) return value.href
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return `[object of ${value.constructor?.name ?? 'no class'}]`
}

/** Any value as plain data, maps and lists through and through; one that holds itself is cut there. */
export function plainData(value: unknown, around: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isMap(value))) return plainValue(value)
  if (around.includes(value)) return '[the same again]'
  const inside = [...around, value]
  if (Array.isArray(value)) return value.map((item) => plainData(item, inside))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainData(item, inside)]))
}
