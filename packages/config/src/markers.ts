/** The key under which the result of `replace()` keeps the given value. */
export const REPLACE: unique symbol = Symbol.for('@app/config/replace')

/**
 * Replaces the values of earlier sources for a key, instead of merging with them.
 *
 * Write `replace()` as the value of a map's key; as an item of a list it is refused. Values of later sources are merged
 * into the new value as usual.
 *
 * @example
 * export default { limits: { hosts: replace(['a.example']) } }
 */
export function replace<T>(value: T): T {
  return Object.freeze({ [REPLACE]: value }) as T
}

/** The property by which the result of `remove()` is recognized. */
export const REMOVE: unique symbol = Symbol.for('@app/config/remove')

const removal: unknown = Object.freeze({ [REMOVE]: true })

/**
 * Removes a key of earlier sources from the configuration.
 *
 * Write `remove()` as the value of a map's key; as an item of a list it is refused. A later source may set the key
 * again.
 *
 * @example
 * export default { middleware_pipeline: { 'access-log': remove() } }
 */
export function remove(): never {
  return removal as never
}
