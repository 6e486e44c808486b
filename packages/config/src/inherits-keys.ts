import { isMap } from './is-map.ts'

/**
 * Whether an object's prototype is a map with keys, as `{ __proto__: { … } }` makes it.
 *
 * The prototype of a class has its `constructor`, and that of `console` has no key; both are fine.
 */
export function inheritsKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return isMap(prototype) && Object.keys(prototype).length > 0 && !Object.hasOwn(prototype, 'constructor')
}
