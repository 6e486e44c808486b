import {
  type ApplicationContent,
  type ApplicationNode,
  type Around,
  type CompleteVisitor,
  describe,
  inside,
  type LazyNode,
  type LimitedNode,
  type MiddlewareNode,
  OUTSIDE,
  type PipelineNode,
  type PlanNode,
  type StepNode,
  tryLazy,
  walk,
} from '@app/core/internal'
import type { Route } from '@app/router'
import type { PathSet } from './path-set.ts'
import { routed } from './routed.ts'
import type { Survey } from './survey.ts'
import { distinct, failed, parted, resumed, viewOf, type Way } from './way.ts'

/**
 * The ways at a position: `ways` are the ways of requests that middleware before it passes on, and `thrown` are the
 * ways of errors that error middleware at or after the position may handle.
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
  readonly isPassed: (node: PlanNode) => boolean
  /**
   * Checks whether a node is middleware that the ways have to reach. Default: the ways have to reach the end of the
   * route's middleware.
   */
  readonly isWanted?: (node: PlanNode) => boolean
  /**
   * `true` if the search also follows ways on which middleware throws, and error middleware after it passes the request
   * on.
   */
  readonly withErrors: boolean
  /** `true` if each way lists, in `passed`, the middleware that it runs through. */
  readonly isNoting?: boolean
  /**
   * The method of the requests. Without it, the search is for all methods, and does not ask the router: each routing
   * step may choose any route.
   */
  readonly method?: string
  /** The plan in which ways are searched, and what is in it. */
  readonly survey: Survey
}

/** Where a node stands. */
interface Position {
  /** The application around the node; `undefined` in the middleware of a route, outside of an application in it. */
  readonly content: ApplicationContent | undefined
  /** `true` if the node is in the middleware of the searched route. */
  readonly isAnswer: boolean
  /** The routes whose middleware contains the node. */
  readonly answering: readonly Route[]
  /** The outermost node of the kind `limited` that contains nothing but this node. */
  readonly limit: LimitedNode | undefined
  /** `true` if the node was made from a service or a class that is listed in its place. */
  readonly isNoted: boolean
}

const START: Position = { content: undefined, isAnswer: false, answering: [], limit: undefined, isNoted: false }

/**
 * Follows all ways from the beginning of a plan, up to middleware for which `isPassed` is true. Returns the ways that
 * reach middleware for which `isWanted` is true; for a search without `isWanted`, the ways that reach the end of the
 * route's middleware.
 */
export async function waysTo(
  search: Search,
  starts: readonly PathSet[],
  host: Way['host'] = { not: [] },
): Promise<readonly Way[]> {
  const reached: Way[] = []
  const ways = starts.map((paths): Way => ({ paths, host, result: 'none', passed: [], errors: [] }))
  await follow(search.survey.plan, OUTSIDE, { ways, thrown: [] }, START, search, reached)
  return distinct(reached)
}

/**
 * Returns the ways that continue after a node, and the ways of errors that the node throws; adds the ways that reach
 * what is searched to `reached`. A way ends at middleware for which `isPassed` is true: after it, only the ways of its
 * errors continue.
 */
async function follow(
  node: PlanNode,
  around: Around,
  flow: Flow,
  position: Position,
  search: Search,
  reached: Way[],
): Promise<Flow> {
  if (flow.ways.length === 0 && flow.thrown.length === 0) return flow
  if (search.isWanted?.(node) === true) reached.push(...flow.ways)
  const after = await walk(node, new Following(flow, position, search, reached), around)
  // Limited middleware ends ways by itself: those that go past it continue.
  const isLimited = node.kind === 'limited' || (node.kind === 'pipeline' && node.prefixes !== undefined)
  return isLimited || !search.isPassed(node) ? after : { ways: [], thrown: after.thrown }
}

/** The question where the ways that arrive at a node continue after it. */
class Following implements CompleteVisitor<Flow | Promise<Flow>> {
  readonly #flow: Flow
  readonly #position: Position
  readonly #search: Search
  readonly #reached: Way[]

  constructor(flow: Flow, position: Position, search: Search, reached: Way[]) {
    this.#flow = flow
    this.#position = position
    this.#search = search
    this.#reached = reached
  }

  middleware(node: MiddlewareNode): Flow {
    const ways = this.#noted(node)
    const thrown = this.#thrownBy(node.place)
    if (!describe(node).isFinal) return { ways, thrown }
    if (this.#position.isAnswer && !this.#search.isPassed(node)) this.#reached.push(...ways)
    return { ways: [], thrown }
  }

  error({ place }: PlanNode): Flow {
    const { ways, thrown } = this.#flow
    return { ways: distinct([...ways, ...thrown.map((way) => resumed(way, place))]), thrown }
  }

  /**
   * Follows the ways through a service or class. At run time a service or class gets only requests, and no errors of
   * middleware before it. So error middleware inside of the service or class does not handle such errors.
   */
  async lazy(node: LazyNode, around: Around): Promise<Flow> {
    const thrown = this.#thrownBy(`${node.place}, where ${node.from} "${node.name}" is made,`)
    const made = await tryLazy(node, around.container)
    const isNoted = made === undefined || made.kind === 'middleware'
    const ways = isNoted ? this.#noted(node) : this.#flow.ways
    if (!made) return { ways, thrown }
    const after = await this.#follow(made, around, { ways, thrown: [] }, { isNoted })
    // An error can be in both lists, and `distinct` keeps the first. So `after.thrown` comes first: it names the
    // position inside of the service or class, which is more exact.
    return { ways: after.ways, thrown: distinct([...after.thrown, ...thrown]) }
  }

  async limited(node: LimitedNode, around: Around): Promise<Flow> {
    const [, within] = inside(node, around)
    const entered = parted(this.#flow.ways, node.limit, within.basePath)
    const failed = parted(this.#flow.thrown, node.limit, within.basePath)
    const { limit = node } = this.#position
    const after = await this.#follow(node.child, within, { ways: entered.under, thrown: failed.under }, { limit })
    return {
      ways: [...entered.outside, ...(this.#search.isPassed(node) ? [] : after.ways)],
      thrown: [...failed.outside, ...after.thrown],
    }
  }

  application(node: ApplicationNode, around: Around): Promise<Flow> {
    return this.#sequence(...inside(node, around), { content: node.content })
  }

  pipeline(node: PipelineNode, around: Around): Promise<Flow> {
    return this.#sequence(...inside(node, around), {})
  }

  async #sequence(nodes: readonly PlanNode[], around: Around, position: Partial<Position>): Promise<Flow> {
    let through = this.#flow
    for (const node of nodes) through = await this.#follow(node, around, through, { ...position, limit: undefined })
    return through
  }

  /** Follows a flow through a node inside of this one; `position` has what differs there. */
  #follow(node: PlanNode, around: Around, flow: Flow, position: Partial<Position>): Promise<Flow> {
    return follow(node, around, flow, { ...this.#position, ...position }, this.#search, this.#reached)
  }

  step(node: StepNode, around: Around): Flow | Promise<Flow> {
    return node.step === 'dispatch' ? this.#dispatch(node, around) : this.#route(node, around)
  }

  #route({ step, name }: StepNode, { basePath }: Around): Flow {
    const { route, method } = this.#search
    const { content } = this.#position
    const flow = this.#flow
    if (name === 'methodNotAllowedMiddleware') return this.#refused(flow)
    if (content === undefined || (step === 'part' && name !== 'implicitHeadMiddleware')) return flow
    const isOwn = content === this.#search.content && basePath === this.#search.basePath
    if (method === undefined) {
      const result = isOwn ? 'own' : 'other'
      const ways = flow.ways.map((way): Way => ({ ...way, result, routedBy: content }))
      if (step === 'routing') return { ...flow, ways: distinct(ways) }
      // implicitHeadMiddleware may find a route for a HEAD request after the routing before it has found none. So such
      // a way continues both with and without a route.
      return { ...flow, ways: distinct([...flow.ways, ...ways.filter((_, at) => flow.ways[at]?.result === 'other')]) }
    }
    const ways = flow.ways.map((way): Way => {
      const found = routed(name, content.match, viewOf(way.paths, basePath, method), way.found)
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

  async #dispatch({ name, place }: StepNode, around: Around): Promise<Flow> {
    const { route, isWanted, survey } = this.#search
    const { ways, thrown } = this.#flow
    const own = ways.filter(({ result }) => result === 'own')
    const others = ways.filter(({ result }) => result !== 'own')
    const unmatched = { ways: others.filter(({ found }) => found?.matched !== true), thrown }
    const flows = [
      await this.#answer(route, around, own, isWanted === undefined),
      name === undefined ? this.#refused(unmatched) : unmatched,
      { ways: [], thrown: this.#refusedByGuards(others, place) },
    ]
    const toRoutes = others.filter(({ result }) => result === 'other')
    const mayFind = ({ found, routedBy }: Way): readonly Route[] => {
      if (found) return found.matched ? [found.route] : []
      return routedBy?.table.routes.filter((one) => survey.holders.has(one)) ?? []
    }
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

  /** Follows the ways through the middleware of a route. Returns the ways that continue after the dispatch step. */
  async #answer(route: Route, around: Around, ways: readonly Way[], isAnswer: boolean): Promise<Flow> {
    const { content, answering } = this.#position
    // The middleware of a route may contain the application of this route. Without the check of `answering`, the search
    // would be endless then.
    if (ways.length === 0 || content === undefined || answering.includes(route)) return { ways: [], thrown: [] }
    const after = await this.#follow(
      content.table.nodeFor(route),
      around,
      { ways, thrown: [] },
      { ...START, isAnswer, answering: [...answering, route] },
    )
    if (isAnswer) this.#reached.push(...after.ways)
    return after
  }

  /**
   * Returns the ways after middleware that answers 405: a request whose method no route takes ends here, or reaches
   * error middleware as an error 405.
   */
  #refused({ ways, thrown }: Flow): Flow {
    const isRefused = ({ found }: Way) => found?.matched === false && found.allowedMethods.length > 0
    const refused = ways.filter((way) => way.result === 'other' && (way.found === undefined || isRefused(way)))
    const errors = this.#search.withErrors ? refused.map((way) => failed(way, '405')) : []
    return { ways: ways.filter((way) => !isRefused(way)), thrown: distinct([...thrown, ...errors]) }
  }

  /**
   * Returns the ways of errors from guards that `beforeDispatch()` has registered, and that may throw when another
   * route is dispatched.
   */
  #refusedByGuards(others: readonly Way[], place: string): readonly Way[] {
    if (!this.#search.withErrors) return []
    return others.flatMap((way) => {
      const { found } = way
      if (found?.matched === false || way.result === 'none') return []
      return [failed(way, found?.route ? `a guard before ${found.route}` : place)]
    })
  }

  /** The ways of errors after a node that may throw. */
  #thrownBy(place: string): readonly Way[] {
    const { ways, thrown } = this.#flow
    return this.#search.withErrors ? distinct([...thrown, ...ways.map((way) => failed(way, place))]) : thrown
  }

  /** The ways, with the node listed in `passed` if the search asks for that. */
  #noted(node: PlanNode): readonly Way[] {
    const { isNoted, limit = node } = this.#position
    const { ways } = this.#flow
    if (!this.#search.isNoting || isNoted) return ways
    return ways.map((way) => ({ ...way, passed: [...way.passed, limit] }))
  }
}
