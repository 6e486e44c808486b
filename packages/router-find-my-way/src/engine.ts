import { RouteError } from '@app/router'
import type { DynamicEntry } from '@app/router/adapter'
import findMyWay from 'find-my-way'
import { toPattern, toShape } from './engine-pattern.ts'
import { Leaf } from './leaf.ts'
import { leafStrategy } from './leaf-search.ts'

/** find-my-way, which finds leaves: `store` of what it finds. */
export type Engine = ReturnType<typeof findMyWay> & {
  /** Left out of find-my-way's type declarations. */
  compile(): void
}

/**
 * Fills find-my-way with the leaves of entries, under the one method GET. The more specific entries come first.
 *
 * With `asks`, a look-up has to bring a search, which is asked about each leaf that may have the path; without, it gives
 * the first of them. Throws `RouteError`, which names the route, for what find-my-way cannot take.
 */
export function createEngine(entries: readonly DynamicEntry[], asks: boolean): Engine {
  const strategies = { leaf: leafStrategy() as never }
  const maxParamLength = Number.POSITIVE_INFINITY
  const engine = findMyWay({ constraints: strategies, maxParamLength, querystringParser: noQuery }) as Engine
  const leaves = leavesOf(entries)
  for (const leaf of leaves) {
    const { route, segments } = leaf.first.form
    try {
      engine.on('GET', toPattern(segments), asks ? { constraints: { leaf } } : NO_OPTIONS, noHandler, leaf)
    } catch (error) {
      throw new RouteError(`Route ${route}: find-my-way cannot take it: ${(error as Error).message}`, { cause: error })
    }
  }
  // Compiled here and not at the first look-up, since edge runtimes permit generated code only while they start.
  if (leaves.length <= MAX_GENERATED) engine.compile()
  return engine
}

/**
 * How many leaves code is generated for. It takes a tenth of a millisecond for each leaf before the first request, and
 * takes a tenth of a microsecond off each look-up: with more leaves a program would rather start.
 */
const MAX_GENERATED = 250

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
