import type { EnvRequest } from './env.ts'
import type { KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'
import type { Trace } from './trace.ts'

/**
 * The form in which configuration is merged, so that `lodash.merge` merges all of it by key.
 *
 * A map is a branch; so is a list, whose items have keys that no other list has: merging two lists appends them. What is
 * no map and no list is a leaf, which replaces and is replaced.
 */
export type ConfigNode = Branch | Leaf

/** A map or a list on its way through the merge; `entryKey` and `itemKey` make the keys of what it holds. */
export interface Branch {
  /** The last source that added to the branch. */
  readonly origin: ValueLeaf
  [key: string]: ConfigNode
}

/** A value with the source it came from. A function, because `lodash.merge` looks into no function and merges into none. */
export type Leaf = ValueLeaf | (() => UnreadVariable) | (() => BuiltValue)

/** A scalar, null, a function or an instance. */
type ValueLeaf = () => { readonly kind: 'value'; readonly value: unknown; readonly origin: Origin }

/** A variable that is still to be read. */
export interface UnreadVariable {
  readonly kind: 'env'
  readonly request: EnvRequest
  readonly origin: Origin
}

/** What is built already. */
interface BuiltValue {
  readonly kind: 'trace'
  readonly trace: Trace
}

/** A branch that holds nothing yet. */
export function newBranch(kind: 'map' | 'list', origin: Origin): Branch {
  const mark: ValueLeaf = () => ({ kind: 'value', value: kind, origin })
  return kind === 'map' ? { origin: mark, map: mark } : { origin: mark }
}

/** Whether no source gave this branch as a map: a list that meets a map becomes part of the map. */
export function isList(branch: Branch): boolean {
  return !Object.hasOwn(branch, 'map')
}

/** The key in a branch of what a map has under `key`. */
export function entryKey(key: string): string {
  return `.${key}`
}

let items = 0

/** A key in a branch for one more item of a list; no two are the same. */
export function itemKey(): string {
  return `#${++items}`
}

/** What a branch holds: by key in a map, by index in a list. */
export function childrenOf(branch: Branch): readonly (readonly [string | number, ConfigNode])[] {
  const held = Object.entries(branch).filter(([key]) => key.startsWith('.') || key.startsWith('#'))
  if (isList(branch)) return held.map(([, node], index) => [index, node])
  const freshKeys = keysNotIn(branch)
  return held.map(([key, node]) => [key.startsWith('#') ? freshKeys.next().value : key.slice(1), node])
}

/** `[0]`, `[1]` and so on: neither keys of the map nor integers, which JavaScript would put before all other keys. */
function* keysNotIn(branch: Branch): Generator<string, never> {
  for (let number = 0; ; number++) if (!Object.hasOwn(branch, entryKey(`[${number}]`))) yield `[${number}]`
}

/** What one source gives. */
export interface Layer {
  readonly tree: Branch
  /** Where `replace()` stood: earlier layers end there, and the key keeps its place among the others. */
  readonly replaced: readonly KeyPath[]
  /** Where `remove()` stood: earlier layers end there, and the key is gone. */
  readonly removed: readonly KeyPath[]
}
