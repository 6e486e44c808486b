import { isClass } from '@app/checks'

const longest = 80

/** Returns the name of a key for errors, shortened if it is long. */
export function keyText(key: unknown): string {
  if (typeof key === 'string') return key.length > longest ? `${key.slice(0, longest)}…` : key
  if (typeof key === 'function')
    return key.name === '' ? `anonymous ${isConstructor(key) ? 'class' : 'function'}` : keyText(key.name)
  return key === null ? 'null' : typeof key
}

/** Joins names in quotes, for a sentence: `"a", "b" or "c"`. */
export function orList(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
}

/**
 * True if a value has to be constructed with `new`: a class, or a function with members on its prototype, which is how
 * compilers write a class.
 */
export function isConstructor(value: unknown): value is new () => unknown {
  if (typeof value !== 'function') return false
  return isClass(value) || Reflect.ownKeys(Object(value.prototype)).length > 1
}
