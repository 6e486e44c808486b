import { isBranded } from './is-branded.ts'

const REMOVE: unique symbol = Symbol.for('@app/config/remove')

const removal: unknown = Object.freeze({ [REMOVE]: true })

/**
 * Takes a key of earlier sources out of the configuration.
 *
 * Stands as the value of a map's key; as an item of a list it is refused. A later source may give the key again.
 */
export function remove(): never {
  return removal as never
}

/** Whether a value was made by `remove()`. */
export function isRemoval(value: unknown): boolean {
  return isBranded(value, REMOVE)
}
