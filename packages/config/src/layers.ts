import { isMap } from '@app/checks'
import merge from 'lodash.merge'
import { AUTOLOAD, autoloadFiles } from './autoload.ts'
import { fileIsNotAMap } from './config-file-error.ts'
import { type Branch, type ConfigNode, entryKey, type Layer, newBranch } from './config-node.ts'
import type { ConfigSource } from './define-config.ts'
import type { Environment } from './environment.ts'
import { FILE, type FileLoaders } from './file.ts'
import { toPath } from './find-config-file.ts'
import { notASource, providerGave, providerThrew } from './invalid-source.ts'
import { loadFile } from './load-file.ts'
import { type FileOrigin, fileOrigin, type KeyPath, type Origin, type OverriddenValue } from './origin.ts'
import { readLayer } from './read-layer.ts'
import { SEARCH, searchSettings } from './search.ts'
import { isBranded } from './value-kinds.ts'

/**
 * Loads the sources one after the other, and returns the layers to merge: one layer for the content of each file, map
 * and provider.
 */
export async function loadLayers(
  sources: readonly ConfigSource[],
  root: string,
  environment: Environment,
  loaders: FileLoaders = {},
): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const [index, source] of sources.entries()) {
    layers.push(...(await loadSource(source, index + 1, root, environment, loaders)))
  }
  return layers
}

async function loadSource(
  source: ConfigSource,
  position: number,
  root: string,
  environment: Environment,
  loaders: FileLoaders,
): Promise<readonly Layer[]> {
  if (isBranded(source, AUTOLOAD)) {
    return loadFiles(await autoloadFiles(toPath(source[AUTOLOAD], root), root, environment, loaders), loaders)
  }
  if (isBranded(source, FILE)) return loadFiles([fileOrigin(toPath(source[FILE], root), root)], loaders)
  if (isBranded(source, SEARCH)) {
    const found = await searchSettings(source, root, loaders)
    return found === undefined ? [] : [layerOf(found.settings, found.origin)]
  }
  if (typeof source === 'function') return [await callProvider(source as () => unknown, position)]
  const origin: Origin = { name: `source ${position}` }
  if (!isMap(source)) throw notASource(origin, source)
  return [readLayer(source, origin)]
}

async function loadFiles(origins: readonly FileOrigin[], loaders: FileLoaders): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const origin of origins) {
    const { default: map } = await loadFile(origin, loaders)
    layers.push(layerOf(map, origin))
  }
  return layers
}

function layerOf(map: unknown, origin: FileOrigin): Layer {
  if (!isMap(map)) throw fileIsNotAMap(origin, map)
  return readLayer(map, origin)
}

async function callProvider(provider: () => unknown, position: number): Promise<Layer> {
  const name = `source ${position}`
  const origin: Origin = { name: provider.name === '' ? name : `${provider.name} (${name})` }
  const map = await call(provider, origin)
  if (!isMap(map)) throw providerGave(origin, map)
  return readLayer(map, origin)
}

async function call(provider: () => unknown, origin: Origin): Promise<unknown> {
  try {
    return await provider()
  } catch (cause) {
    throw providerThrew(origin, cause)
  }
}

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
 * Returns the values that the layers have at a path, the latest first. Stops at a layer with a map or a list at the
 * path: this value and the values of earlier layers are left out.
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
    // The key is not deleted, but gets some leaf, so that it keeps its place among the other keys when the new value
    // replaces the leaf: middleware of equal priority runs in the order of keys.
    if (parent) parent[key] = parent.origin
  }
  for (const path of removed) {
    const [parent, key] = placeOf(merged, path)
    if (parent) delete parent[key]
  }
}

/**
 * Returns the branch that contains the last key of a path, and this key as the branch writes it: `.a` for `a`. If the
 * path does not exist, `undefined` stands in place of the branch.
 */
function placeOf(merged: Branch, path: KeyPath): readonly [Branch | undefined, string] {
  const parent = nodeAt(merged, path) && nodeAt(merged, path.slice(0, -1))
  return [parent as Branch | undefined, entryKey(String(path.at(-1)))]
}

function nodeAt(tree: Branch, path: KeyPath): ConfigNode | undefined {
  let node: ConfigNode | undefined = tree
  // There is no node for a path with an index: a source cannot address the items of another source's list.
  for (const key of path) node = typeof node === 'object' && typeof key === 'string' ? node[entryKey(key)] : undefined
  return node
}
