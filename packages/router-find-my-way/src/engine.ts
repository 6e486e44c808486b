import { RouteError } from '@app/router'
import type { DynamicEntry } from '@app/router/adapter'
import findMyWay from 'find-my-way'
import { toPattern, toShape } from './engine-pattern.ts'
import { Leaf } from './leaf.ts'
import { leafStrategy } from './leaf-search.ts'

/** An instance of find-my-way. A look-up finds a leaf, which is the `store` of its result. */
export type Engine = ReturnType<typeof findMyWay>

/**
 * Groups entries that find-my-way does not distinguish into leaves, and registers the leaves with find-my-way. The
 * caller passes the more specific entries first. All leaves are registered for GET, whatever their method, since the
 * adapter makes an instance of find-my-way for each method.
 *
 * With `asks`, the caller of a look-up passes a `LeafSearch`, which accepts or refuses each leaf that find-my-way finds
 * for the path. Without `asks`, a look-up gives the first of these leaves. find-my-way's `compile()` is not called: its
 * generated code made a single look-up faster, but a whole server slower, when it was measured (decision 003). Throws
 * `RouteError`, which names the route, for a path that find-my-way cannot take.
 */
export function createEngine(entries: readonly DynamicEntry[], asks: boolean): Engine {
  const strategies = { leaf: leafStrategy() as never }
  const maxParamLength = Number.POSITIVE_INFINITY
  const engine = findMyWay({ constraints: strategies, maxParamLength, querystringParser: noQuery })
  for (const leaf of leavesOf(entries)) {
    const { route, segments } = leaf.first.form
    try {
      engine.on('GET', toPattern(segments), asks ? { constraints: { leaf } } : NO_OPTIONS, noHandler, leaf)
    } catch (error) {
      throw new RouteError(`Route ${route}: find-my-way cannot take it: ${(error as Error).message}`, { cause: error })
    }
  }
  return engine
}

function leavesOf(entries: readonly DynamicEntry[]): readonly Leaf[] {
  const leaves = new Map<string, Leaf>()
  for (const entry of entries) {
    const shape = toShape(entry.form.segments)
    const leaf = leaves.get(shape)
    if (leaf) leaf.add(entry)
    else leaves.set(shape, new Leaf(entry))
  }
  return [...leaves.values()]
}

const NO_OPTIONS = {}

function noHandler(): void {}

const EMPTY: Record<string, string> = {}

function noQuery(): Record<string, string> {
  return EMPTY
}
