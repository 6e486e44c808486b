import { isBranded } from './value-kinds.ts'

const REPLACE: unique symbol = Symbol.for('@app/config/replace')

interface Replacement {
  readonly [REPLACE]: unknown
}

/**
 * Makes a value that replaces the values of earlier sources for a key, and is not merged with them.
 *
 * Write `replace()` as the value of a map's key; as an item of a list it is refused. Values of later sources are merged
 * into the new value as usual.
 *
 * @example
 * export default { limits: { hosts: replace(['a.example']) } }
 */
export function replace<T>(value: T): T {
  const replacement: Replacement = Object.freeze({ [REPLACE]: value })
  return replacement as T
}

/** Whether a value was made by `replace()`. */
export function isReplacement(value: unknown): value is Replacement {
  return isBranded(value, REPLACE)
}

/** Gives the value that was passed to `replace()`. */
export function replacementOf(replacement: Replacement): unknown {
  return replacement[REPLACE]
}

const REMOVE: unique symbol = Symbol.for('@app/config/remove')

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

/** Whether a value was made by `remove()`. */
export function isRemoval(value: unknown): boolean {
  return isBranded(value, REMOVE)
}
