import merge from 'lodash.merge'
import { type Branch, type ConfigNode, entryKey, type Layer, newBranch } from './config-node.ts'
import type { KeyPath, OverriddenValue } from './origin.ts'

/**
 * Merges the layers, each of which has the content of one map, provider or file, in their order: maps by key, lists by
 * appending, and all other values by keeping the later value (contract 2.7.3, 2.8.2).
 *
 * `lodash.merge` does all of this, since each item of a list has a unique key in the layers. With plain maps and lists,
 * `lodash.merge` would merge lists by index, so that `[guard]` and `[log]` became `[log]`, and would merge maps into
 * instances of classes.
 */
export function mergeLayers(layers: readonly Layer[]): Branch {
  const merged = newBranch('map', { name: 'the list of sources' })
  for (const layer of layers) {
    cut(merged, layer)
    merge(merged, layer.tree)
  }
  return merged
}

/**
 * Gives the values that the layers have at a path, the latest first. Stops at a layer with a map or a list at the path:
 * this value and the values of earlier layers are left out.
 */
export function valuesAt(layers: readonly Layer[], path: KeyPath): readonly OverriddenValue[] {
  const found: OverriddenValue[] = []
  for (const layer of layers.toReversed()) {
    const node = nodeAt(layer.tree, path)
    if (typeof node === 'object') break
    const leaf = node?.()
    if (leaf?.kind === 'value') found.push({ value: leaf.value, origin: leaf.origin })
    if (leaf?.kind === 'env') found.push({ variable: leaf.request.variable, origin: leaf.origin })
  }
  return found
}

function cut(merged: Branch, { replaced, removed }: Layer): void {
  for (const path of replaced) {
    const [parent, key] = placeOf(merged, path)
    // The key is not deleted, but gets a leaf with `null`, so that it keeps its place among the other keys when the new
    // value replaces the leaf: middleware of equal priority runs in the order of keys.
    if (parent) parent[key] = () => ({ kind: 'value', value: null, origin: { name: 'replace()' } })
  }
  for (const path of removed) {
    const [parent, key] = placeOf(merged, path)
    if (parent) delete parent[key]
  }
}

/**
 * Gives the branch that contains the last key of a path, and this key as the branch writes it: `.a` for `a`. If the
 * path does not exist, `undefined` stands in place of the branch.
 */
function placeOf(merged: Branch, path: KeyPath): readonly [Branch | undefined, string] {
  const parent = nodeAt(merged, path) && nodeAt(merged, path.slice(0, -1))
  return [typeof parent === 'object' ? parent : undefined, entryKey(String(path.at(-1)))]
}

function nodeAt(tree: Branch, path: KeyPath): ConfigNode | undefined {
  let node: ConfigNode | undefined = tree
  // There is no node for a path with an index: a source cannot address the items of another source's list.
  for (const key of path) node = typeof node === 'object' && typeof key === 'string' ? node[entryKey(key)] : undefined
  return node
}
