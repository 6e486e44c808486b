import type { Route, RouteResult } from '@app/router'
import { ConfigurationError, type DynamicEntry } from '@app/router/adapter'
import findMyWay from 'find-my-way'
import { toEngine, toPattern, toShape } from './engine-pattern.ts'
import { layoutOf } from './layout.ts'
import { Leaf } from './leaf.ts'
import { LeafSearch, leafStrategy } from './leaf-search.ts'

/**
 * The dynamic routes (those with placeholders) of one method, as a tree of find-my-way.
 *
 * find-my-way finds leaves, which are groups of entries (forms of routes) that it does not distinguish. The entries of
 * a leaf are then compared with the path, unless the match of find-my-way is exact already. It is not exact if a value is
 * empty, since no placeholder of this project matches an empty text.
 */
export interface EntryTree {
  readonly match: (path: string) => RouteResult | undefined
  /** All routes of this method that have the path. */
  readonly candidates: (path: string) => readonly Route[]
}

/** Makes the tree of the entries of one method. The caller passes the more specific entries first. */
export function createTree(entries: readonly DynamicEntry[]): EntryTree {
  const layout = layoutOf(entries)
  return layout === 'apart' ? new ApartTree(entries) : new SearchedTree(entries, layout === 'crossed')
}

/** A tree in which at most one leaf matches a path. */
class ApartTree implements EntryTree {
  readonly #engine: Engine

  constructor(entries: readonly DynamicEntry[]) {
    this.#engine = createEngine(entries, false)
  }

  match(path: string): RouteResult | undefined {
    if (path.charCodeAt(0) !== SLASH) return undefined
    const isEncoded = path.includes('%')
    const result = this.#engine.find('GET', isEncoded ? toEngine(path) : path)
    if (result === null) return undefined
    const leaf = result.store as Leaf
    const { plain } = leaf
    if (plain && !isEncoded && !Object.values(result.params).includes('')) {
      return { matched: true, route: plain.route, params: result.params }
    }
    const found = leaf.find(path)
    return found && { matched: true, route: found.entry.form.route, params: found.params }
  }

  candidates(path: string): readonly Route[] {
    const found = path.charCodeAt(0) === SLASH ? this.#engine.find('GET', toEngine(path)) : null
    return found === null ? [] : routesOf((found.store as Leaf).findAll(path))
  }
}

/** A tree in which several leaves may match a path. */
class SearchedTree implements EntryTree {
  readonly #engine: Engine
  readonly #search = new LeafSearch()
  readonly #constraints = { leaf: this.#search } as never
  readonly #isCrossed: boolean

  constructor(entries: readonly DynamicEntry[], isCrossed: boolean) {
    this.#engine = createEngine(entries, true)
    this.#isCrossed = isCrossed
  }

  match(path: string): RouteResult | undefined {
    if (path.charCodeAt(0) !== SLASH) return undefined
    if (this.#isCrossed || path.includes('%')) return this.#read(path)
    const search = this.#search
    search.begin(path, 'plain')
    const result = this.#engine.find('GET', path, this.#constraints)
    if (result === null) return undefined
    const { found, plain } = search
    if (plain === undefined) return found && { matched: true, route: found.entry.form.route, params: found.params }
    if (Object.values(result.params).includes('')) return this.#read(path)
    return { matched: true, route: plain.route, params: result.params }
  }

  /**
   * Matches a path by the forms of the entries. The forms read the params from the path themselves; the params that
   * find-my-way has read are not used.
   */
  #read(path: string): RouteResult | undefined {
    this.#search.begin(path, this.#isCrossed ? 'best' : 'first')
    this.#engine.find('GET', toEngine(path), this.#constraints)
    const { found } = this.#search
    return found && { matched: true, route: found.entry.form.route, params: found.params }
  }

  candidates(path: string): readonly Route[] {
    if (path.charCodeAt(0) !== SLASH) return []
    this.#search.begin(path, 'all')
    this.#engine.find('GET', toEngine(path), this.#constraints)
    return routesOf(this.#search.all)
  }
}

const SLASH = 47

function routesOf(entries: readonly DynamicEntry[]): readonly Route[] {
  return entries.map(({ form }) => form.route)
}

/** An instance of find-my-way. A look-up finds a leaf, which is the `store` of its result. */
type Engine = ReturnType<typeof findMyWay>

/**
 * Groups entries that find-my-way does not distinguish into leaves, and registers the leaves with find-my-way. The
 * caller passes the more specific entries first. All leaves are registered for GET, whatever their method, since the
 * adapter makes an instance of find-my-way for each method.
 *
 * With `asks`, the caller of a look-up passes a `LeafSearch`, which accepts or refuses each leaf that find-my-way finds
 * for the path. Without `asks`, a look-up returns the first of these leaves. find-my-way's `compile()` is not called:
 * its generated code made a single look-up faster, but a whole server slower, when it was measured (decision 003).
 * Throws a `ConfigurationError`, which names the route, for a path that find-my-way cannot take.
 */
function createEngine(entries: readonly DynamicEntry[], asks: boolean): Engine {
  const strategies = { leaf: leafStrategy() as never }
  const maxParamLength = Number.POSITIVE_INFINITY
  const engine = findMyWay({ constraints: strategies, maxParamLength, querystringParser: noQuery })
  for (const leaf of leavesOf(entries)) {
    const { route, segments } = leaf.first.form
    try {
      engine.on('GET', toPattern(segments), asks ? { constraints: { leaf } } : NO_OPTIONS, noHandler, leaf)
    } catch (error) {
      throw new ConfigurationError(
        'APP_ROUTE',
        `Route ${route}: find-my-way cannot take it: ${(error as Error).message}`,
        { cause: error },
      )
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
