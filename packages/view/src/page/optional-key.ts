import { type AttributeKey, attributeKey } from '@app/core'

/** The key of another package, for a value that may not be there; `symbol` is how that package names it. */
export function optionalKey<T>(name: string, symbol: string): AttributeKey<T | undefined> {
  return { ...attributeKey<T | undefined>(name, undefined), id: Symbol.for(symbol) }
}
