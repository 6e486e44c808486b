import {
  type ApplicationContent,
  describe,
  inside,
  type LazyMiddleware,
  type LimitedMiddleware,
  type PreparedApplication,
  type PreparedMiddleware,
  type PreparedStep,
  ready,
  type Surroundings,
} from '@app/core/tree'
import type { Route } from '@app/router'
import { madeOf } from './made.ts'
import type { PathSet } from './path-set.ts'
import { routed } from './routed.ts'
import { distinct, failed, parted, resumed, viewOf, type Way } from './way.ts'

/**
 * The ways at a position: `ways` are the ways of requests that middleware in front passes on, and `thrown` are the ways
 * of errors that error middleware at or behind the position may handle.
 */
interface Flow {
  readonly ways: readonly Way[]
  readonly thrown: readonly Way[]
}

/** The options of a search for the ways to a route or to middleware. */
export interface Search {
  /**
   * The route to which ways are searched; in a search for middleware, a route that matches any path. `content` is the
   * route's application, and `basePath` the prefix under which it is piped.
   */
  readonly route: Route
  readonly content: ApplicationContent | undefined
  readonly basePath: string
  /**
   * Checks whether a node is middleware at which a way ends, such as the guard of a policy: the search is for ways that
   * do not run through this middleware.
   */
  readonly isPassed: (node: PreparedMiddleware) => boolean
  /**
   * Checks whether a node is middleware that the ways have to reach. Default: the ways have to reach the end of the
   * route's middleware.
   */
  readonly isWanted?: (node: PreparedMiddleware) => boolean
  /**
   * `true` if the search also follows ways on which middleware throws, and error middleware behind it passes the
   * request on.
   */
  readonly withErrors: boolean
  /** `true` if each way lists, in `passed`, the middleware that it runs through. */
  readonly isNoting?: boolean
  /**
   * The method of the requests. Without it, the search is for all methods, and does not ask the router: each routing
   * step may choose any route.
   */
  readonly method?: string
  /** The routes whose middleware contains applications. */
  readonly holders: ReadonlySet<Route>
}

/**
 * The surroundings of a node: its application, whether the node is the searched route's middleware, and the prefix or
 * host to which the node is limited.
 */
interface Around {
  readonly surroundings: Surroundings
  readonly content: ApplicationContent | undefined
  /** `true` if this node is the middleware of the searched route. */
  readonly isAnswer: boolean
  /** The outermost node of the kind `limited` that contains nothing but this node. */
  readonly limit: PreparedMiddleware | undefined
}

/**
 * Follows all ways from the beginning of a tree of middleware, up to middleware for which `isPassed` is true. Gives the
 * ways that reach middleware for which `isWanted` is true; for a search without `isWanted`, gives the ways that reach
 * the end of the route's middleware.
 */
export async function waysTo(
  search: Search,
  node: PreparedMiddleware,
  surroundings: Surroundings,
  starts: readonly PathSet[],
  host: Way['host'] = { not: [] },
): Promise<readonly Way[]> {
  const walk = new Walk(search)
  const ways = starts.map((paths): Way => ({ paths, host, result: 'none', passed: [], errors: [] }))
  await walk.enter(node, { surroundings, content: undefined, isAnswer: false, limit: undefined }, { ways, thrown: [] })
  return distinct(walk.reached)
}

class Walk {
  readonly reached: Way[] = []
  readonly #answering = new Set<Route>()
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  /**
   * Gives the ways that continue behind a node, and the ways of errors that the node throws. A way ends at middleware
   * for which `isPassed` is true: behind it, only the ways of its errors continue.
   */
  async enter(node: PreparedMiddleware, around: Around, flow: Flow): Promise<Flow> {
    if (flow.ways.length === 0 && flow.thrown.length === 0) return flow
    if (this.#search.isWanted?.(node) === true) this.reached.push(...flow.ways)
    const behind = await this.#into(node, around, flow)
    if (node.kind === 'limited' || !this.#search.isPassed(node)) return behind
    return { ways: [], thrown: behind.thrown }
  }

  #into(node: PreparedMiddleware, around: Around, flow: Flow): Flow | Promise<Flow> {
    switch (node.kind) {
      case 'function':
      case 'object':
        return this.#leaf(node, around, flow)
      case 'error':
        return {
          ways: distinct([...flow.ways, ...flow.thrown.map((way) => resumed(way, node.place))]),
          thrown: flow.thrown,
        }
      case 'part':
      case 'routing':
        return this.#route(node, around, flow)
      case 'dispatch':
        return this.#dispatch(node, around, flow)
      case 'class':
      case 'service':
        return this.#lazy(node, around, flow)
      case 'limited':
        return this.#limited(node, around, flow)
      case 'pipeline':
        return this.#sequence(node, { ...around, limit: undefined }, flow)
      case 'application':
        return this.#application(node, around, flow)
    }
  }

  #leaf(node: PreparedMiddleware, around: Around, flow: Flow): Flow {
    const ways = this.#noted(node, around, flow.ways)
    const thrown = this.#thrown(node, flow)
    if (!describe(node).isFinal) return { ways, thrown }
    if (around.isAnswer && !this.#search.isPassed(node)) this.reached.push(...ways)
    return { ways: [], thrown }
  }

  async #sequence(node: PreparedMiddleware, around: Around, flow: Flow): Promise<Flow> {
    const [children, surroundings] = inside(node, around.surroundings)
    let through = flow
    for (const child of children) through = await this.enter(child, { ...around, surroundings }, through)
    return through
  }

  async #application(node: PreparedApplication, around: Around, flow: Flow): Promise<Flow> {
    await ready(node, around.surroundings)
    return this.#sequence(node, { ...around, content: node.content, limit: undefined }, flow)
  }

  async #limited(node: LimitedMiddleware, around: Around, { ways, thrown }: Flow): Promise<Flow> {
    const basePath = around.surroundings.basePath + (node.path ?? '')
    const entered = parted(ways, node, basePath)
    const failed = parted(thrown, node, basePath)
    const [children, surroundings] = inside(node, around.surroundings)
    const within = { ...around, surroundings, limit: around.limit ?? node }
    const behind = await this.enter(children[0] as PreparedMiddleware, within, {
      ways: entered.under,
      thrown: failed.under,
    })
    return {
      ways: [...entered.outside, ...(this.#search.isPassed(node) ? [] : behind.ways)],
      thrown: [...failed.outside, ...behind.thrown],
    }
  }

  /**
   * Follows the ways through a service or class. At run time a service or class gets only requests, and no errors of
   * middleware in front of it. So error middleware inside of the service or class does not handle such errors.
   */
  async #lazy(node: LazyMiddleware, around: Around, flow: Flow): Promise<Flow> {
    const thrown = this.#thrown({ place: `${node.place}, where ${node.kind} "${node.name}" is made,` }, flow)
    const made = await madeOf(node, around.surroundings)
    const isOpaque = made === undefined || made.kind === 'function' || made.kind === 'object'
    const ways = isOpaque ? this.#noted(node, around, flow.ways) : flow.ways
    if (!made) return { ways, thrown }
    const notes = isOpaque ? { ...around, limit: undefined } : around
    const behind = await this.#quiet(isOpaque, () => this.enter(made, notes, { ways, thrown: [] }))
    // An error can be in both lists, and `distinct` keeps the first. So `behind.thrown` comes first: it names the position
    // inside of the service or class, which is more exact.
    return { ways: behind.ways, thrown: distinct([...behind.thrown, ...thrown]) }
  }

  #isQuiet = false

  async #quiet<T>(isQuiet: boolean, work: () => Promise<T>): Promise<T> {
    const before = this.#isQuiet
    this.#isQuiet = isQuiet
    const done = await work()
    this.#isQuiet = before
    return done
  }

  #route(node: PreparedStep, { content, surroundings }: Around, flow: Flow): Flow {
    const { route, method } = this.#search
    const isOwn =
      content !== undefined && content === this.#search.content && surroundings.basePath === this.#search.basePath
    const result = isOwn ? 'own' : 'other'
    if (node.name === 'methodNotAllowedMiddleware') return this.#refused(flow)
    if (content === undefined || (node.kind === 'part' && node.name !== 'implicitHeadMiddleware')) return flow
    if (method === undefined) {
      const ways = flow.ways.map((way): Way => ({ ...way, result, routedBy: content }))
      if (node.kind === 'routing') return { ...flow, ways: distinct(ways) }
      // implicitHeadMiddleware may find a route for a HEAD request after the routing in front of it has found none. So
      // such a way continues both with and without a route.
      return { ...flow, ways: distinct([...flow.ways, ...ways.filter((_, at) => flow.ways[at]?.result === 'other')]) }
    }
    const ways = flow.ways.map((way): Way => {
      const found = routed(
        node.name,
        content.compiledRoutes(),
        viewOf(way.paths, surroundings.basePath, method),
        way.found,
      )
      if (found === undefined || found === way.found) return way
      return {
        ...way,
        found,
        routedBy: content,
        result: isOwn && found.matched && found.route === route ? 'own' : 'other',
      }
    })
    return { ...flow, ways }
  }

  async #dispatch(node: PreparedStep, around: Around, { ways, thrown }: Flow): Promise<Flow> {
    const { route, isWanted, holders } = this.#search
    const own = ways.filter(({ result }) => result === 'own')
    const others = ways.filter(({ result }) => result !== 'own')
    const unmatched = others.filter(({ found }) => found?.matched !== true)
    const flows = [
      await this.#answer(route, around, own, isWanted === undefined),
      node.name === undefined ? this.#refused({ ways: unmatched, thrown }) : { ways: unmatched, thrown },
      { ways: [], thrown: this.#refusedByGuards(others, node) },
    ]
    const toRoutes = others.filter(({ result }) => result === 'other')
    const mayFind = ({ found, routedBy }: Way): readonly Route[] =>
      found === undefined
        ? (routedBy?.table.routes.filter((one) => holders.has(one)) ?? [])
        : found.matched
          ? [found.route]
          : []
    for (const other of new Set(toRoutes.flatMap(mayFind))) {
      if (other === route) continue
      const here = toRoutes.filter((way) => mayFind(way).includes(other))
      flows.push(await this.#answer(other, around, here, false))
    }
    return {
      ways: distinct(flows.flatMap((flow) => flow.ways)),
      thrown: distinct(flows.flatMap((flow) => flow.thrown)),
    }
  }

  /** Follows the ways through the middleware of a route. Gives the ways that continue behind the dispatch step. */
  async #answer(
    route: Route,
    { content, surroundings }: Around,
    ways: readonly Way[],
    isAnswer: boolean,
  ): Promise<Flow> {
    if (ways.length === 0) return NO_FLOW
    const node = content?.table.answers.get(route) ?? content?.compiledRoutes().prepared(route)
    // The middleware of a route may contain the application of this route. Without the check of `#answering`, the
    // search would be endless then.
    if (node === undefined || this.#answering.has(route)) return NO_FLOW
    const around = {
      surroundings: { ...surroundings, routes: undefined },
      content: undefined,
      isAnswer,
      limit: undefined,
    }
    this.#answering.add(route)
    const behind = await this.enter(node, around, { ways, thrown: [] })
    this.#answering.delete(route)
    if (isAnswer) this.reached.push(...behind.ways)
    return behind
  }

  /**
   * Gives the ways behind middleware that answers 405: a request whose method no route takes ends here, or reaches
   * error middleware as an error 405.
   */
  #refused({ ways, thrown }: Flow): Flow {
    const isRefused = ({ found }: Way) => found?.matched === false && found.allowedMethods.length > 0
    const refused = ways.filter((way) => way.result === 'other' && (way.found === undefined || isRefused(way)))
    const errors = this.#search.withErrors ? refused.map((way) => failed(way, '405')) : []
    return { ways: ways.filter((way) => !isRefused(way)), thrown: distinct([...thrown, ...errors]) }
  }

  /**
   * Gives the ways of errors from guards that `beforeDispatch()` has registered, and that may throw when another route
   * is dispatched.
   */
  #refusedByGuards(others: readonly Way[], { place }: PreparedStep): readonly Way[] {
    if (!this.#search.withErrors) return []
    return others.flatMap((way) => {
      const { found } = way
      if (found?.matched === false || way.result === 'none') return []
      return [failed(way, found?.route ? `a guard in front of ${found.route}` : place)]
    })
  }

  #thrown(node: Pick<PreparedMiddleware, 'place'>, { ways, thrown }: Flow): readonly Way[] {
    return this.#search.withErrors ? distinct([...thrown, ...ways.map((way) => failed(way, node.place))]) : thrown
  }

  #noted(node: PreparedMiddleware, { limit }: Around, ways: readonly Way[]): readonly Way[] {
    if (!this.#search.isNoting || this.#isQuiet) return ways
    const noted = limit ?? node
    return ways.map((way) => ({ ...way, passed: [...way.passed, noted] }))
  }
}

const NO_FLOW: Flow = { ways: [], thrown: [] }
