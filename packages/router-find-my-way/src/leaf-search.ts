import type { DynamicEntry, PathForm } from '@app/router/adapter'
import type { Leaf, Match } from './leaf.ts'

/**
 * Decides, for each leaf that find-my-way finds, whether the look-up ends with this leaf or continues. A tree needs it
 * if several leaves of the tree may match a path.
 *
 * All look-ups of a tree use the same `LeafSearch`, one after the other.
 */
export class LeafSearch {
  /** The best entry that was found so far; `undefined` if a leaf was accepted by its `plain` form. */
  found: Match | undefined
  /**
   * The `plain` form by which a leaf was accepted, without comparing the path again; `undefined` if a leaf was accepted
   * otherwise, or none was.
   */
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
 * The goal of a search. `first`: the first leaf with an entry that matches the path. `plain`: as `first`, but a leaf
 * with a `plain` form is accepted without comparing the path again. `best`: the most specific matching entry of all
 * leaves. `all`: all matching entries. A search for `best` or `all` accepts no leaf, so that find-my-way continues to
 * the next leaf.
 */
type Goal = 'first' | 'plain' | 'best' | 'all'

/**
 * A constraint strategy of find-my-way, with only the members that this adapter uses. The value of the constraint is a
 * `Leaf` when a path is registered, and a `LeafSearch` when a path is looked up.
 */
interface LeafStrategy {
  readonly name: string
  readonly deriveConstraint: () => undefined
  readonly storage: () => {
    readonly get: (search: LeafSearch) => unknown
    readonly set: (leaf: Leaf, handlers: unknown) => void
  }
}

/**
 * Makes a strategy by which find-my-way calls the `LeafSearch` of a look-up for each leaf, and continues if the search
 * refuses the leaf.
 */
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
