import type { DynamicEntry, PathForm } from '@app/router/adapter'
import type { Found, Leaf } from './leaf.ts'

/**
 * Decides whether a leaf that find-my-way finds matches the path, if several leaves may match it.
 *
 * All look-ups of a tree use the same `LeafSearch`, one after the other.
 */
export class LeafSearch {
  /** The best entry that was found so far; `undefined` if `plain` has the accepted form. */
  found: Found | undefined
  /** The form that was accepted last, if the params that find-my-way has read can be used unchanged. */
  plain: PathForm | undefined
  #path = ''
  #goal: Goal = 'first'
  #all: DynamicEntry[] = []

  begin(path: string, goal: Goal): void {
    this.#path = path
    this.#goal = goal
    this.found = undefined
    this.plain = undefined
    if (goal === 'all') this.#all = []
  }

  /** The entries that a search with the goal `all` has found. */
  get all(): readonly DynamicEntry[] {
    return this.#all
  }

  accepts(leaf: Leaf): boolean {
    if (this.#goal === 'plain') {
      this.plain = leaf.plain
      if (this.plain) return true
    }
    if (this.#goal === 'all') {
      this.#all.push(...leaf.findAll(this.#path))
      return false
    }
    const found = leaf.find(this.#path)
    if (found && (this.found === undefined || found.entry.rank < this.found.entry.rank)) this.found = found
    return found !== undefined && this.#goal !== 'best'
  }
}

/**
 * The goal of a search. `first`: the first leaf that matches the path, in any form. `plain`: the first leaf that
 * matches by a plain form, without reading the path again. `best`: the most specific entry of all leaves. `all`: all
 * entries. A search for `best` or `all` accepts no leaf, so that find-my-way continues.
 */
type Goal = 'first' | 'plain' | 'best' | 'all'

/**
 * The part of find-my-way's constraint strategies that is used here. The value of the constraint is a `Leaf` when a
 * path is registered, and a `LeafSearch` when a path is looked up.
 */
interface LeafStrategy {
  readonly name: string
  readonly deriveConstraint: () => undefined
  readonly storage: () => {
    readonly get: (search: LeafSearch) => unknown
    readonly set: (leaf: Leaf, handlers: unknown) => void
  }
}

/** Makes find-my-way call the search for each leaf, and continue if the search refuses the leaf. */
export function leafStrategy(): LeafStrategy {
  return { name: 'leaf', deriveConstraint: () => undefined, storage: () => new LeafStore() }
}

class LeafStore {
  #leaf: Leaf | undefined
  #handlers: unknown

  get(search: LeafSearch): unknown {
    return this.#leaf && search.accepts(this.#leaf) ? this.#handlers : null
  }

  set(leaf: Leaf, handlers: unknown): void {
    this.#leaf = leaf
    this.#handlers = handlers
  }
}
