import merge from 'lodash.merge'
import { type ConfigNode, type Layer, listIn, type MapNode, mapNode } from './config-node.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'

/**
 * Merges layers in their order: maps by key, lists appended, anything else replaced by the later (contract 2.7.3, 2.8.2).
 *
 * `lodash.merge` merges the maps. Left alone it would merge lists by index, and `[guard]` with `[log]` would be `[log]`.
 */
export function mergeLayers(layers: readonly Layer[]): MapNode {
  const merged = mapNode()
  layers.forEach((layer, position) => {
    cut(merged, layer)
    merge(merged, afterEarlierLists(merged, layer.tree, [], layers.slice(0, position + 1)))
  })
  return merged
}

/** The last of the layers that has a map at a path. */
export function lastMapAt(layers: readonly Layer[], path: KeyPath): Layer | undefined {
  return layers.findLast((layer) => typeof nodeAt(layer.tree, path) === 'object')
}

/** A copy of the later map in which every list starts with what the earlier map has in its place. */
function afterEarlierLists(earlier: MapNode, later: MapNode, path: KeyPath, layers: readonly Layer[]): MapNode {
  const result = mapNode()
  for (const [key, node] of Object.entries(later)) {
    const before = nodeAt(earlier, [key])
    result[key] = before === undefined ? node : joined(before, node, [...path, key], layers)
  }
  return result
}

function joined(before: ConfigNode, after: ConfigNode, path: KeyPath, layers: readonly Layer[]): ConfigNode {
  if (typeof before !== 'function' && typeof after !== 'function') return afterEarlierLists(before, after, path, layers)
  const [listBefore, listAfter] = [listIn(before), listIn(after)]
  if (listBefore && listAfter) return () => ({ ...listAfter, items: [...listBefore.items, ...listAfter.items] })
  const last = lastMapAt(layers, path)?.origin
  if (last && listBefore && typeof after !== 'function') {
    throw ConfigConflictError.mapOverList(path, listBefore.origin, last)
  }
  if (last && listAfter && typeof before !== 'function') {
    throw ConfigConflictError.listOverMap(path, last, listAfter.origin)
  }
  return after
}

function cut(merged: MapNode, { replaced, removed, origin }: Layer): void {
  // Anything merges over a scalar, and assigning one leaves the key in its place: order counts among equal priorities.
  const blank: ConfigNode = () => ({ kind: 'value', value: null, origin })
  for (const path of replaced) {
    const [parent, key] = placeOf(merged, path)
    if (parent) parent[key] = blank
  }
  for (const path of removed) {
    const [parent, key] = placeOf(merged, path)
    if (parent) delete parent[key]
  }
}

/** The map that holds a path, if there is something at that path, and the key in it. */
function placeOf(merged: MapNode, path: KeyPath): readonly [MapNode | undefined, string] {
  const parent = nodeAt(merged, path) && nodeAt(merged, path.slice(0, -1))
  return [typeof parent === 'object' ? parent : undefined, String(path.at(-1))]
}

function nodeAt(tree: MapNode, path: KeyPath): ConfigNode | undefined {
  let node: ConfigNode | undefined = tree
  for (const key of path) node = typeof node === 'object' && Object.hasOwn(node, key) ? node[key] : undefined
  return node
}

/** One source gives a map and a later one a list for the same key, or the other way round. */
export class ConfigConflictError extends Error {
  override readonly name = 'ConfigConflictError'
  readonly path: KeyPath
  /** The names of the earlier and of the later source. */
  readonly sources: readonly [earlier: string, later: string]

  private constructor(path: KeyPath, earlier: Origin, later: Origin, kinds: readonly [string, string]) {
    const key = formatKeyPath(path)
    super(
      `${key} is ${kinds[0]} in ${earlier.name} and ${kinds[1]} in ${later.name}, and the two do not merge. ` +
        `Write both in one form, or write ${key} as replace(…) in ${later.name} to take only that one.`,
    )
    this.path = path
    this.sources = [earlier.name, later.name]
  }

  static mapOverList(path: KeyPath, earlier: Origin, later: Origin): ConfigConflictError {
    return new ConfigConflictError(path, earlier, later, ['a list', 'a map'])
  }

  static listOverMap(path: KeyPath, earlier: Origin, later: Origin): ConfigConflictError {
    return new ConfigConflictError(path, earlier, later, ['a map', 'a list'])
  }
}
