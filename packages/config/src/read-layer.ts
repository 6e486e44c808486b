import { isMap } from '@app/checks'
import { type Branch, type ConfigNode, entryKey, itemKey, type Layer, newBranch } from './config-node.ts'
import { ENV, type EnvRequest } from './env.ts'
import {
  accessor,
  cycle,
  dangerousKey,
  inheritedKeys,
  keyedList,
  markerInList,
  replacedByUndefined,
  symbolKey,
  tooDeep,
  undefinedItem,
} from './invalid-value.ts'
import { REMOVE, REPLACE } from './markers.ts'
import type { KeyPath, Origin, Trace } from './origin.ts'
import { inheritsKeys, isBranded } from './value-kinds.ts'

/** The number of levels to which maps and lists may be nested. */
const MAX_DEPTH = 100

/**
 * Copies the map of a source into a tree for the merge. Throws a `ConfigurationError` (`APP_CONFIG_VALUE`) for a value
 * that a configuration must not contain.
 *
 * `built` returns the trace of a value that is already part of a finished configuration, such as a value that a
 * post-processor returns unchanged. Such a value keeps its trace, which includes its origin.
 */
export function readLayer(
  map: object,
  origin: Origin,
  built: (value: unknown, path: KeyPath) => Trace | undefined = () => undefined,
): Layer {
  const replaced: KeyPath[] = []
  const removed: KeyPath[] = []
  const open = new Set<object>()

  function read(value: unknown, path: KeyPath): ConfigNode | undefined {
    if (isBranded(value, REMOVE)) {
      removed.push(path)
      return undefined
    }
    if (isBranded(value, REPLACE)) {
      if (value[REPLACE] === undefined) throw replacedByUndefined(path, origin)
      replaced.push(path)
      return read(value[REPLACE], path)
    }
    return value === undefined ? undefined : readValue(value, path)
  }

  function readValue(value: unknown, path: KeyPath): ConfigNode {
    const trace = built(value, path)
    if (trace !== undefined) return () => ({ kind: 'trace', trace })
    if (isBranded(value, ENV)) return () => ({ kind: 'env', request: value[ENV] as EnvRequest, origin })
    if (Array.isArray(value)) return inside(value, path, readList)
    if (inheritsKeys(value)) throw inheritedKeys(path, origin)
    if (isMap(value)) return inside(value, path, readMap)
    return () => ({ kind: 'value', value, origin })
  }

  function inside<V extends object>(value: V, path: KeyPath, readIt: (value: V, path: KeyPath) => Branch): Branch {
    if (open.has(value)) throw cycle(path, origin)
    if (path.length >= MAX_DEPTH) throw tooDeep(path, origin, MAX_DEPTH)
    open.add(value)
    const node = readIt(value, path)
    open.delete(value)
    return node
  }

  function readMap(value: object, path: KeyPath): Branch {
    const branch = newBranch('map', origin)
    for (const key of plainKeys(value, path, origin)) {
      const here = [...path, key]
      const child = read(plainValue(value, key, here, origin), here)
      if (child !== undefined) branch[entryKey(key)] = child
    }
    return branch
  }

  function readList(list: readonly unknown[], path: KeyPath): Branch {
    if (Reflect.ownKeys(list).length > list.length + 1) throw keyedList(path, origin)
    const branch = newBranch('list', origin)
    for (const index of list.keys()) {
      const here = [...path, index]
      const item = plainValue(list, index, here, origin)
      if (item === undefined) throw undefinedItem(here, origin)
      if (isBranded(item, REPLACE) || isBranded(item, REMOVE)) throw markerInList(here, origin)
      branch[itemKey()] = readValue(item, here)
    }
    return branch
  }

  return { tree: inside(map, [], readMap), replaced, removed }
}

const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns the own keys of a map. Throws for a symbol, and for a key that reaches a prototype, such as `__proto__`. */
function plainKeys(map: object, path: KeyPath, origin: Origin): readonly string[] {
  return Reflect.ownKeys(map).map((key) => {
    if (typeof key === 'symbol') throw symbolKey(path, origin, key)
    if (DANGEROUS.has(key)) throw dangerousKey([...path, key], origin)
    return key
  })
}

/**
 * Returns the value of an own key; undefined if the map or list does not have the key. Throws for a getter, which may
 * return a different value each time.
 */
export function plainValue(container: object, key: string | number, path: KeyPath, origin: Origin): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(container, key)
  if (descriptor !== undefined && !('value' in descriptor)) throw accessor(path, origin)
  return descriptor?.value
}
