import {
  createParams,
  matched,
  type Params,
  type PathForm,
  type Route,
  RouteError,
  type RouteResult,
} from '@app/router'
import findMyWay from 'find-my-way'
import { gatherCrowded } from './crowded-places.ts'
import { shapesOf, toEngine, toPattern } from './engine-pattern.ts'
import { type Leaf, LeafSearch, leafStrategy } from './leaf-search.ts'

/**
 * How many leaves code is generated for. It takes a tenth of a millisecond for each leaf before the first request, and
 * takes a tenth of a microsecond off each look-up: with more leaves a program would rather start.
 */
const MAX_GENERATED = 250

/**
 * Dynamic routes in find-my-way.
 *
 * find-my-way is used as an index: it finds leaves, the more specific first, and the routes of each leaf are then
 * matched exactly. Looser matches of the engine are skipped.
 */
export class FormTree {
  readonly #tree: Tree = createTree()
  readonly #search: LeafSearch = new LeafSearch()
  readonly #constraints = { leaf: this.#search } as never

  /** The more specific forms come first, since find-my-way searches in the order of registration. */
  constructor(forms: readonly PathForm[]) {
    const leaves = new Map<string, Leaf>()
    for (const form of forms) {
      const shapes = shapesOf(form.segments)
      const leaf = leaves.get(shapes.join(''))
      if (leaf) leaf.forms.push(form)
      else leaves.set(shapes.join(''), { forms: [form], shapes })
    }
    for (const leaf of gatherCrowded(leaves.values())) this.#add(leaf)
    // Compiled here and not at the first look-up, since edge runtimes permit generated code only while they start.
    if (leaves.size <= MAX_GENERATED) this.#tree.compile()
  }

  match(path: string): RouteResult | undefined {
    if (path[0] !== '/') return undefined
    // Encoded values are decoded by the forms themselves.
    if (path.includes('%')) return this.#read(path)
    this.#search.begin(path, true)
    const found = this.#tree.find('GET', path, this.#constraints)
    const { form, params } = this.#search
    if (!found || !form) return undefined
    if (params) return matched(form.route, params)
    const copied = copyParams(form, found.params)
    return copied ? matched(form.route, copied) : this.#read(path)
  }

  /** All routes that have the path. */
  candidates(path: string): readonly Route[] {
    const routes: Route[] = []
    if (path[0] !== '/') return routes
    this.#search.begin(path, false, routes)
    this.#tree.find('GET', toEngine(path), this.#constraints)
    return routes
  }

  /** Matches with forms that read each value of the path. */
  #read(path: string): RouteResult | undefined {
    this.#search.begin(path, false)
    const found = this.#tree.find('GET', toEngine(path), this.#constraints)
    const { form, params } = this.#search
    return found && form && params ? matched(form.route, params) : undefined
  }

  #add(leaf: Leaf): void {
    const { route, segments } = leaf.forms[0] as PathForm
    try {
      this.#tree.on('GET', toPattern(segments, leaf.mixedAt), { constraints: { leaf } }, noHandler)
    } catch (error) {
      throw new RouteError(`Route ${route}: find-my-way cannot take it: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** The part that find-my-way's type declarations leave out. */
type Tree = ReturnType<typeof findMyWay> & { compile(): void }

function createTree(): Tree {
  const constraints = { leaf: leafStrategy() as never }
  const maxParamLength = Number.POSITIVE_INFINITY
  return findMyWay({ constraints, maxParamLength, querystringParser: noQuery }) as Tree
}

/** Copies the params of find-my-way into a map without a prototype; `undefined` for an empty value, which is none. */
function copyParams({ names }: PathForm, values: Params): Params | undefined {
  const params = createParams()
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    const value = values[name] as string
    if (value === '') return undefined
    params[name] = value
  }
  return params
}

function noHandler(): void {}

const empty: Record<string, string> = {}

function noQuery(): Record<string, string> {
  return empty
}
