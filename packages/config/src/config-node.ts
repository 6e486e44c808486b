import type { EnvRequest } from './env.ts'
import type { KeyPath, Origin } from './origin.ts'
import type { Trace } from './trace.ts'

/**
 * The form in which configuration is merged, so that `lodash.merge` merges all of it by key.
 *
 * A map is a branch. A list is a branch too: its items have keys that no other list has, so that merging two lists
 * appends them. Every other value is a leaf, which replaces the earlier value, and is replaced by the later one.
 */
export type ConfigNode = Branch | Leaf

/** A map or list during the merge. Its keys are made by `entryKey` and `itemKey`. */
export interface Branch {
  /** The last source that added to the branch. */
  readonly origin: ValueLeaf
  [key: string]: ConfigNode
}

/** A value with its source, as a function: `lodash.merge` neither reads nor changes functions. */
export type Leaf = ValueLeaf | (() => UnreadVariable) | (() => BuiltValue)

/** A scalar, null, a function or an instance. */
type ValueLeaf = () => { readonly kind: 'value'; readonly value: unknown; readonly origin: Origin }

/** A variable that is still to be read. */
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

/** A branch that holds nothing yet. */
export function newBranch(kind: 'map' | 'list', origin: Origin): Branch {
  const mark: ValueLeaf = () => ({ kind: 'value', value: kind, origin })
  return kind === 'map' ? { origin: mark, map: mark } : { origin: mark }
}

/** Whether all sources gave a list. A list that is merged with a map becomes part of the map. */
export function isList(branch: Branch): boolean {
  return !Object.hasOwn(branch, 'map')
}

/** Converts the key of a map to its key in a branch. */
export function entryKey(key: string): string {
  return `.${key}`
}

let items = 0

/** A unique key in a branch for an item of a list. */
export function itemKey(): string {
  return `#${++items}`
}

/** The content of a branch: by key for a map, by index for a list. */
export function childrenOf(branch: Branch): readonly (readonly [string | number, ConfigNode])[] {
  const held = Object.entries(branch).filter(([key]) => key.startsWith('.') || key.startsWith('#'))
  if (isList(branch)) return held.map(([, node], index) => [index, node])
  const freshKeys = keysNotIn(branch)
  return held.map(([key, node]) => [key.startsWith('#') ? freshKeys.next().value : key.slice(1), node])
}

/**
 * Gives `[0]`, `[1]` and so on, except keys of the map. Such keys are no integers: JavaScript would order integers
 * first.
 */
function* keysNotIn(branch: Branch): Generator<string, never> {
  for (let number = 0; ; number++) if (!Object.hasOwn(branch, entryKey(`[${number}]`))) yield `[${number}]`
}

/** The content of one source. */
export interface Layer {
  readonly tree: Branch
  /** The places of `replace()`: values of earlier layers end there, and the key keeps its place among the others. */
  readonly replaced: readonly KeyPath[]
  /** The places of `remove()`: values of earlier layers end there, and the key is gone. */
  readonly removed: readonly KeyPath[]
}
