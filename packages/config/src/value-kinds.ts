import { isMap } from '@app/checks'

/**
 * True if a value has the symbol `brand` as a key. The results of `autoload()`, `env()` and other functions of this
 * package have such a key. The symbols are from the global registry, so that a second copy of this package recognizes
 * the value.
 */
export function isBranded<T, B extends symbol>(value: T, brand: B): value is T & { readonly [K in B]: Kept<T, B> } {
  return typeof value === 'object' && value !== null && brand in value
}

/** The type of the property `B` in those members of the union `T` that have it. */
type Kept<T, B extends symbol> = unknown extends T ? unknown : T extends { readonly [K in B]: infer V } ? V : never

/**
 * True if an object inherits keys from a map that is its prototype, as in `{ __proto__: { … } }`.
 *
 * Instances and `console` do not count: the prototype of an instance has a `constructor`, and the prototype of
 * `console` has no keys.
 */
export function inheritsKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return isMap(prototype) && Object.keys(prototype).length > 0 && !Object.hasOwn(prototype, 'constructor')
}
