/**
 * Whether a value is a plain object: made by a literal, by `JSON.parse` or with a null prototype, also in another realm
 * such as an iframe.
 */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Whether a value is a class, which cannot be called without `new`: a class declaration, a built-in class, or a proxy
 * of a class.
 */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function' || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false)
    return false
  // The `prototype` of a class is not writable. A frozen ordinary function has such a `prototype` too; it differs from
  // a class by its source text.
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
 * Whether a value has the symbol `brand` as a key. The results of `autoload()`, `env()` and other functions of this
 * package have such a key. The symbols are from the global registry, so that a second copy of this package recognizes
 * the value.
 */
export function isBranded<T, B extends symbol>(value: T, brand: B): value is T & { readonly [K in B]: Kept<T, B> } {
  return typeof value === 'object' && value !== null && brand in value
}

/** The type of the property `B` in those members of the union `T` that have it. */
type Kept<T, B extends symbol> = unknown extends T ? unknown : T extends { readonly [K in B]: infer V } ? V : never

/** Throws a `TypeError` that names an unknown option, since a misspelt option would do nothing. */
export function refuseUnknownOptions(owner: string, options: object, known: readonly string[]): void {
  if (!isMap(options)) throw new TypeError(`${owner}: expected a map of options, got ${describeValue(options)}.`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${owner}: unknown option "${unknown}". Options are ${known.join(', ')}.`)
}

/**
 * Whether an object inherits keys from a map that is its prototype, as in `{ __proto__: { … } }`.
 *
 * Instances and `console` do not count: the prototype of an instance has a `constructor`, and the prototype of
 * `console` has no keys.
 */
export function inheritsKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return isMap(prototype) && Object.keys(prototype).length > 0 && !Object.hasOwn(prototype, 'constructor')
}
