import type { EnvRequest } from './env.ts'
import type { Variables } from './environment.ts'
import { type KeyPath, type Origin, rememberTrace, type Trace } from './origin.ts'
import { EnvironmentError, type EnvProblem, parseEnv } from './read-variable.ts'

/**
 * A configuration as a tree in which every value has a key, so that `lodash.merge` can merge it correctly.
 *
 * A map is a branch. A list is a branch too: its items have keys that no other list has, so that a merge appends one
 * list to the other. Every other value is a leaf: it replaces the value of an earlier source, and the value of a later
 * source replaces it.
 */
export type ConfigNode = Branch | Leaf

/** A map or list during the merge. `entryKey` makes the keys for a map, and `itemKey` those for a list. */
export interface Branch {
  /** A leaf whose origin is the last source that added to the branch. */
  readonly origin: ValueLeaf
  [key: string]: ConfigNode
}

/** A value with its source, wrapped in a function, since `lodash.merge` does not look into functions or change them. */
type Leaf = ValueLeaf | (() => UnreadVariable) | (() => BuiltValue)

/** A leaf with a scalar, null, a function or an instance of a class. */
type ValueLeaf = () => { readonly kind: 'value'; readonly value: unknown; readonly origin: Origin }

/** The content of a leaf for a placeholder of `env()`: its variable is read after the merge. */
interface UnreadVariable {
  readonly kind: 'env'
  readonly request: EnvRequest
  readonly origin: Origin
}

/**
 * The content of a leaf for a value that is part of a finished configuration already, such as a value that a
 * post-processor returns unchanged. `trace` has the value and its origin.
 */
interface BuiltValue {
  readonly kind: 'trace'
  readonly trace: Trace
}

/**
 * Makes an empty branch. Only the branch of a map has the key `map`. Since a merge keeps this key, a list that is
 * merged with a map becomes a map.
 */
export function newBranch(kind: 'map' | 'list', origin: Origin): Branch {
  const mark: ValueLeaf = () => ({ kind: 'value', value: kind, origin })
  return kind === 'map' ? { origin: mark, map: mark } : { origin: mark }
}

/**
 * True if a branch is a list. Once a list and a map are merged with each other, in either order, their branch is a map.
 */
function isList(branch: Branch): boolean {
  return !Object.hasOwn(branch, 'map')
}

/** Converts the key of a map to the key that it has in a branch: `a` to `.a`. */
export function entryKey(key: string): string {
  return `.${key}`
}

let items = 0

/** Makes the key that an item of a list has in its branch, such as `#1`. No other item of any list gets this key. */
export function itemKey(): string {
  return `#${++items}`
}

/** Returns the children of a branch, each with its key in the map, or with its index in the list. */
function childrenOf(branch: Branch): readonly (readonly [string | number, ConfigNode])[] {
  const held = Object.entries(branch).filter(([key]) => key.startsWith('.') || key.startsWith('#'))
  if (isList(branch)) return held.map(([, node], index) => [index, node])
  const freshKeys = keysNotIn(branch)
  return held.map(([key, node]) => [key.startsWith('#') ? freshKeys.next().value : key.slice(1), node])
}

/**
 * Returns keys for the items of lists that were merged into a map: `[0]`, `[1]` and so on, except for keys that the map
 * has. The keys are not `0` and `1`, since JavaScript puts such keys before all others.
 */
function* keysNotIn(branch: Branch): Generator<string, never> {
  for (let number = 0; ; number++) if (!Object.hasOwn(branch, entryKey(`[${number}]`))) yield `[${number}]`
}

/** The content of a map, provider or file as a tree for the merge, and the paths of its `replace()` and `remove()`. */
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

/**
 * Makes the finished configuration from the merged tree: new frozen maps and lists, in which the values of environment
 * variables stand in place of the placeholders of `env()`.
 *
 * Instances and functions are kept by reference. Throws an `EnvironmentError` for all missing and ill-formed variables.
 */
export function buildTrace(tree: Branch, variables: Variables): Trace {
  const problems: EnvProblem[] = []

  function build(node: ConfigNode, path: KeyPath): Trace {
    if (typeof node !== 'function') return buildBranch(node, path)
    const content = node()
    if (content.kind === 'trace') return content.trace
    return content.kind === 'env' ? readVariable(content, path) : { value: content.value, origin: content.origin }
  }

  function buildBranch(branch: Branch, path: KeyPath): Trace {
    const children = new Map(childrenOf(branch).map(([key, node]) => [key, build(node, [...path, key])]))
    const values = Array.from(children, ([key, { value }]) => [key, value] as const)
    const value = isList(branch) ? values.map(([, item]) => item) : Object.fromEntries(values)
    const trace: Trace = { value: Object.freeze(value), origin: branch.origin().origin, children }
    rememberTrace(value, trace)
    return trace
  }

  function readVariable({ request, origin }: UnreadVariable, path: KeyPath): Trace {
    const { variable, type, fallback } = request
    const text = variables[variable]
    const isSet = text !== undefined && text !== ''
    const value = isSet ? parseEnv(type, text) : fallback
    if (value === undefined) problems.push({ variable, reason: isSet ? 'ill-formed' : 'missing', type, path, origin })
    return { value, origin, env: { variable, isSet, type, isNullable: fallback === null } }
  }

  const trace = build(tree, [])
  if (problems.length > 0) throw new EnvironmentError(problems)
  return trace
}
