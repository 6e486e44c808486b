/** Whether a value is a plain map: made by a literal, by `JSON.parse` or with a null prototype, in any realm. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Whether a value is a class, which cannot be called: a class declaration, a built-in class, or a proxy of a class. */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function' || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false)
    return false
  // A class has a `prototype` that is not writable, and so has a frozen ordinary function, which differs from a class
  // by its source text.
  return !/^(?:async\s+)?function\b(?!.*\{\s*\[native code\]\s*\}$)/s.test(Function.prototype.toString.call(value))
}

/** Describes the kind of a value, never its content, since an error must not show a secret. */
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

/**
 * Whether a value has a property with a symbol of the global registry, which a second copy of this package also
 * recognizes.
 */
export function isBranded<B extends symbol>(value: unknown, brand: B): value is { readonly [K in B]: unknown } {
  return typeof value === 'object' && value !== null && brand in value
}

/**
 * Whether the prototype of an object is a map with keys, as in `{ __proto__: { … } }`.
 *
 * The prototype of an instance has a `constructor`, and the prototype of `console` has no keys, so that both are
 * accepted.
 */
export function inheritsKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return isMap(prototype) && Object.keys(prototype).length > 0 && !Object.hasOwn(prototype, 'constructor')
}
