import type { EnvRequest } from './env.ts'
import type { KeyPath, Origin } from './origin.ts'
import type { Trace } from './trace.ts'

/**
 * A configuration as a tree for the merge: in this tree `lodash.merge` merges everything by key.
 *
 * A map is a branch. A list is a branch too: its items have keys that no other list has, so that a merge appends one
 * list to the other. Every other value is a leaf, which replaces the earlier value, and is replaced by the later one.
 */
export type ConfigNode = Branch | Leaf

/** A map or list during the merge. Its keys are made by `entryKey` and `itemKey`. */
export interface Branch {
  /** The last source that added to the branch. */
  readonly origin: ValueLeaf
  [key: string]: ConfigNode
}

/** A value with its source, wrapped in a function, since `lodash.merge` neither reads nor changes functions. */
export type Leaf = ValueLeaf | (() => UnreadVariable) | (() => BuiltValue)

/** A leaf that is a scalar, null, a function or an instance. */
type ValueLeaf = () => { readonly kind: 'value'; readonly value: unknown; readonly origin: Origin }

/** The content of a leaf for `env()`: the variable is read after the merge. */
export interface UnreadVariable {
  readonly kind: 'env'
  readonly request: EnvRequest
  readonly origin: Origin
}

/** A value of a finished configuration, with its trace. */
interface BuiltValue {
  readonly kind: 'trace'
  readonly trace: Trace
}

/** Makes an empty branch. */
export function newBranch(kind: 'map' | 'list', origin: Origin): Branch {
  const mark: ValueLeaf = () => ({ kind: 'value', value: kind, origin })
  return kind === 'map' ? { origin: mark, map: mark } : { origin: mark }
}

/**
 * Whether a branch is a list, which means that none of the merged sources has a map there. A list that is merged with a
 * map becomes part of the map.
 */
export function isList(branch: Branch): boolean {
  return !Object.hasOwn(branch, 'map')
}

/** Converts the key of a map to its key in a branch. */
export function entryKey(key: string): string {
  return `.${key}`
}

let items = 0

/** Makes a unique key for an item of a list in a branch. */
export function itemKey(): string {
  return `#${++items}`
}

/** Gives the content of a branch: by key for a map, by index for a list. */
export function childrenOf(branch: Branch): readonly (readonly [string | number, ConfigNode])[] {
  const held = Object.entries(branch).filter(([key]) => key.startsWith('.') || key.startsWith('#'))
  if (isList(branch)) return held.map(([, node], index) => [index, node])
  const freshKeys = keysNotIn(branch)
  return held.map(([key, node]) => [key.startsWith('#') ? freshKeys.next().value : key.slice(1), node])
}

/**
 * Gives the keys `[0]`, `[1]` and so on, except for keys that the map has. These keys are not integers, since
 * JavaScript puts keys that are integers in front of all other keys.
 */
function* keysNotIn(branch: Branch): Generator<string, never> {
  for (let number = 0; ; number++) if (!Object.hasOwn(branch, entryKey(`[${number}]`))) yield `[${number}]`
}

/** The content of one source as a tree for the merge, and the paths of its `replace()` and `remove()`. */
export interface Layer {
  readonly tree: Branch
  /**
   * The paths at which the source has `replace()`. The merge drops the values of earlier sources at these paths; the
   * keys keep their places among the other keys.
   */
  readonly replaced: readonly KeyPath[]
  /** The paths at which the source has `remove()`. The merge drops these keys, with the values of earlier sources. */
  readonly removed: readonly KeyPath[]
}
