import { ConfigValueError } from './config-value-error.ts'
import type { KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'

const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])

/** The own keys of a map; refuses symbols and the keys through which a prototype is reached. */
export function plainKeys(map: object, path: KeyPath, origin: Origin): readonly string[] {
  return Reflect.ownKeys(map).map((key) => {
    if (typeof key === 'symbol') throw ConfigValueError.symbolKey(path, origin, key)
    if (DANGEROUS.has(key)) throw ConfigValueError.dangerousKey([...path, key], origin)
    return key
  })
}

/** The value of an own key; undefined when there is none. Refuses a getter, whose next answer may be another. */
export function plainValue(container: object, key: string | number, path: KeyPath, origin: Origin): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(container, key)
  if (descriptor !== undefined && !('value' in descriptor)) throw ConfigValueError.accessor(path, origin)
  return descriptor?.value
}
