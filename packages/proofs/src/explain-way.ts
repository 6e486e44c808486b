import type { EntryDescription, MiddlewareDescription, RouteResult, ServerRequest } from '@app/core'
import {
  type ApplicationContent,
  type ApplicationNode,
  type Around,
  type CompleteVisitor,
  describe,
  enterLimit,
  inside,
  type LazyNode,
  type Limit,
  type LimitedNode,
  limitCovers,
  type MiddlewareNode,
  makeLazy,
  OUTSIDE,
  type PipelineNode,
  type PlanNode,
  type RequestMatcher,
  type StepNode,
  type Visitor,
  walk,
  withoutUndefined,
} from '@app/core/internal'
import { notFound } from '@app/router'
import { routed } from './routed.ts'

/** A position of a pipeline, and whether a request reaches it. */
export interface ExplainedPosition
  extends Pick<MiddlewareDescription, 'kind' | 'name' | 'text' | 'path' | 'paths' | 'host' | 'entry'> {
  /** The name of the position in errors: `pipe 3, item 2`. */
  readonly place: string
  /**
   * `runs`: the position gets the request, and may answer or pass it on. `answers`: the position certainly answers.
   * `skipped`: the position is for another path or host than the request has, or for errors alone. `behind`: a position
   * before this one answers, so the request does not get here. Error middleware `runs` for a 404 or a 405 of routing.
   */
  readonly verdict: 'runs' | 'answers' | 'skipped' | 'unreached'
  /** `true` if the position only runs for errors. */
  readonly isError?: true
  /** The reason of the verdict, if it needs one: `not under "/admin"`. */
  readonly reason?: string
  /** The positions inside of this one; for the dispatch step, the middleware of the chosen route. */
  readonly items?: readonly ExplainedPosition[]
}

/** The answer to a request, as far as it is known from the positions that were explained so far. */
export interface AnswerSoFar {
  /** The result of the last routing step. */
  routed?: RouteResult | undefined
  /** The name of what answers, a position or a route, or a status; absent while no position certainly answers. */
  answer?: string
  /** The status, if it is certain without running a handler. */
  status?: number
  /** The methods that the path allows, for a response that names them in the header `Allow`. */
  allow?: readonly string[]
  /** The matcher of the last routing step. */
  routedBy?: RequestMatcher | undefined
  /** The error middleware that gets the 404 or the 405 of routing, and may answer otherwise. */
  offeredTo?: string
  /** The route that answers. */
  result?: Extract<RouteResult, { matched: true }>
  entry?: EntryDescription | undefined
  /** The applications that the request has reached, each with the request as this application sees it. */
  readonly tables: { readonly content: ApplicationContent; readonly request: ServerRequest }[]
}

/**
 * Explains whether a request reaches a position and each position inside of it, if all middleware before it passes the
 * request on, and adds to `found` what is known of the answer. Runs no middleware. Constructs services in order to look
 * inside of them; a class that has not been constructed yet counts as middleware that runs.
 */
export function explainWay(plan: PlanNode, request: ServerRequest, found: AnswerSoFar): Promise<ExplainedPosition> {
  return new Explaining(request, undefined, found).explain(plan, OUTSIDE)
}

/** The question whether a request reaches a node. The nodes have to be asked in the order in which it reaches them. */
class Explaining implements CompleteVisitor<Promise<ExplainedPosition>> {
  readonly #request: ServerRequest
  readonly #content: ApplicationContent | undefined
  readonly #match: RequestMatcher | undefined
  readonly #found: AnswerSoFar

  /**
   * `content` is the application whose routes the steps use; `undefined` in the middleware of a route. Throws if the
   * routes cannot work.
   */
  constructor(request: ServerRequest, content: ApplicationContent | undefined, found: AnswerSoFar) {
    this.#request = request
    this.#content = content
    this.#match = content?.match
    this.#found = found
  }

  async explain(node: PlanNode, around: Around): Promise<ExplainedPosition> {
    const { answer, status, offeredTo } = this.#found
    if (answer === undefined) return walk(node, this, around)
    return status === 405 && offeredTo === undefined
      ? walk(node, this.#errorMiddleware, around)
      : position(node, 'unreached')
  }

  /** Looks for the error middleware that gets the 405 of a dispatch step before it. */
  readonly #errorMiddleware: Visitor<Promise<ExplainedPosition>> = {
    error: async (node) => this.#offer(node, '405'),
    pipeline: async (node, around) =>
      node.prefixes ? this.#underOne(node, node.prefixes, around) : this.#withInside(node, around),
    application: async (node, around) => this.#withInside(node, around),
    limited: async (node, around) =>
      limitCovers(node.limit, this.#request) ? this.limited(node, around) : position(node, 'unreached'),
    otherwise: async (_inside, _around, node) => position(node, 'unreached'),
  }

  async #withInside(node: PlanNode, around: Around): Promise<ExplainedPosition> {
    const [nodes, within] = inside(node, around)
    const items = []
    for (const inner of nodes) items.push(await this.explain(inner, within))
    const isReached = items.some(({ verdict }) => verdict === 'runs')
    return isReached ? position(node, 'runs', undefined, items) : position(node, 'unreached')
  }

  #offer(node: PlanNode, status: '404' | '405'): ExplainedPosition {
    this.#found.offeredTo = node.place
    return position(node, 'runs', `gets the ${status}`)
  }

  async middleware(node: MiddlewareNode): Promise<ExplainedPosition> {
    if (!describe(node).isFinal) return position(node, 'runs')
    this.#found.answer = node.place
    return position(node, 'answers')
  }

  async error(node: PlanNode): Promise<ExplainedPosition> {
    const { routed: result, routedBy, offeredTo } = this.#found
    const isUnknownPath = result !== undefined && !result.matched && result.allowedMethods.length === 0
    const isOwn = this.#match === undefined || this.#match === routedBy
    if (isUnknownPath && isOwn && offeredTo === undefined) return this.#offer(node, '404')
    return position(node, 'skipped', 'only for errors')
  }

  async lazy(node: LazyNode, around: Around): Promise<ExplainedPosition> {
    if (node.from === 'class' && !node.latest.made) return position(node, 'runs')
    let made: PlanNode
    try {
      made = await makeLazy(node, around.container)
    } catch (error) {
      this.#found.answer = '500'
      this.#found.status = 500
      return position(node, 'answers', `500, since it cannot be made: ${(error as Error).message}`)
    }
    const { verdict, reason, items } = await this.explain(made, around)
    return position(node, verdict, reason, items)
  }

  /** Lists limited middleware as one position, although it is two nodes: the limit, and the middleware inside of it. */
  async limited(node: LimitedNode, around: Around): Promise<ExplainedPosition> {
    const { limit, child } = node
    if (!limitCovers(limit, this.#request)) return position(node, 'skipped', whyOutside(limit))
    const [, within] = inside(node, around)
    const entered = new Explaining(enterLimit(limit, this.#request), this.#content, this.#found)
    const { verdict, reason, items } = await entered.explain(child, within)
    return position(node, verdict, reason, items)
  }

  async application(node: ApplicationNode, around: Around): Promise<ExplainedPosition> {
    const { content } = node
    this.#found.tables.push({ content, request: this.#request })
    const entered = new Explaining(this.#request, content, this.#found)
    return entered.#inOrder(node, around)
  }

  async pipeline(node: PipelineNode, around: Around): Promise<ExplainedPosition> {
    return node.prefixes ? this.#underOne(node, node.prefixes, around) : this.#inOrder(node, around)
  }

  /** Explains one middleware under several path prefixes. A request is under one of them at most. */
  async #underOne(node: PipelineNode, prefixes: readonly string[], around: Around): Promise<ExplainedPosition> {
    const entered = node.children.find((child) => child.kind === 'limited' && limitCovers(child.limit, this.#request))
    if (!entered) return position(node, 'skipped', `not under ${prefixes.map((prefix) => `"${prefix}"`).join(' or ')}`)
    const { verdict, reason, items } = await this.explain(entered, around)
    return position(node, verdict, reason, items)
  }

  async #inOrder(node: PipelineNode | ApplicationNode, around: Around): Promise<ExplainedPosition> {
    const [nodes, within] = inside(node, around)
    const items = []
    for (const inner of nodes) items.push(await this.explain(inner, within))
    return position(node, this.#found.answer === undefined ? 'runs' : 'answers', undefined, items)
  }

  /** Explains a routing step, a dispatch step, or a part of these steps that was piped by itself. */
  async step(node: StepNode, around: Around): Promise<ExplainedPosition> {
    const { step, name } = node
    const found = this.#found
    if (step === 'routing' || name === 'implicitHeadMiddleware') {
      found.routed = this.#match && routed(name, this.#match, this.#request, found.routed)
      found.routedBy = this.#match
      return position(node, 'runs', found.routed && whyMatched(found.routed))
    }
    const { routed: result = notFound } = found
    if (result.matched) return step === 'dispatch' ? this.#route(node, result, around) : position(node, 'runs')
    const isLast = name === 'methodNotAllowedMiddleware'
    const isOptions = this.#request.method === 'OPTIONS' && !isLast
    const answers = name === undefined || isLast || (isOptions && name === 'implicitOptionsMiddleware')
    if (result.allowedMethods.length === 0 || !answers) return position(node, 'runs', whyMatched(result))
    found.answer = isOptions ? '200' : '405'
    found.status = Number(found.answer)
    found.allow = result.allowedMethods
    return position(node, 'answers', `${found.answer}, ${whyMatched(result)}`)
  }

  async #route(
    node: StepNode,
    result: Extract<RouteResult, { matched: true }>,
    around: Around,
  ): Promise<ExplainedPosition> {
    const { route } = result
    const found = this.#found
    const answer = this.#content?.table.nodeFor(route)
    const within = new Explaining(this.#request, undefined, found)
    const items = answer ? [await within.explain(answer, around)] : []
    found.answer = String(route)
    // The middleware of this route may contain an application that answers with a route of its own. Then `result` is
    // set already, and the explanation keeps that route.
    found.result ??= result
    found.entry ??= answer?.entry
    return position(node, 'answers', `runs ${route}`, items)
  }
}

function whyMatched(result: RouteResult): string {
  if (result.matched) return `finds ${result.route}`
  const { allowedMethods } = result
  return allowedMethods.length === 0 ? 'no route has this path' : `the path allows ${allowedMethods.join(', ')}`
}

function whyOutside({ path, host }: Limit): string {
  return path === undefined ? `not for the host ${host}` : `not under "${path}"`
}

function position(
  node: PlanNode,
  verdict: ExplainedPosition['verdict'],
  reason?: string,
  items?: readonly ExplainedPosition[],
): ExplainedPosition {
  const { kind, name, text, path, paths, host, isError } = describe(node)
  const { place, entry } = node
  const mark = isError || undefined
  const known = {
    place,
    verdict,
    kind,
    name,
    text,
    path,
    paths,
    host,
    entry,
    isError: mark,
    reason,
    items: items && Object.freeze(items),
  }
  return Object.freeze(withoutUndefined(known)) as ExplainedPosition
}
