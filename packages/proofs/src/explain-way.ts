import type { EntryDescription, MiddlewareDescription, RouteResult, ServerRequest } from '@app/core'
import {
  type ApplicationContent,
  describe,
  inside,
  type LazyMiddleware,
  type PreparedMiddleware,
  type PreparedStep,
  ready,
  type Surroundings,
  withoutUndefined,
} from '@app/core/tree'
import { notFound } from '@app/router'
import { routed } from './routed.ts'

/** A position of a pipeline, and whether a request reaches it. */
export interface ExplainedPosition
  extends Pick<MiddlewareDescription, 'kind' | 'name' | 'text' | 'path' | 'host' | 'entry'> {
  /** The name of the position in errors: `pipe 3, item 2`. */
  readonly place: string
  /**
   * `runs`: the position gets the request, and may answer or pass it on. `answers`: the position certainly answers.
   * `skipped`: the position is for another path or host than the request has, or for errors alone. `behind`: a position
   * in front of this one answers, so the request does not get here.
   */
  readonly verdict: 'runs' | 'answers' | 'skipped' | 'behind'
  /** `true` if the position only runs for errors. */
  readonly isError?: true
  /** The reason of the verdict, if it needs one: `not under "/admin"`. */
  readonly reason?: string
  /** The positions inside of this one; for the dispatch step, the middleware of the chosen route. */
  readonly items?: readonly ExplainedPosition[]
}

/**
 * The state of an explanation at a position: the request as the position gets it, and the results of the positions in
 * front.
 */
interface Way {
  readonly request: ServerRequest
  /** The result of the last routing step in front of the position. */
  result: RouteResult | undefined
  /**
   * The text that names the answer: a position, a route or a status; `undefined` while no position in front certainly
   * answers.
   */
  answer: string | undefined
  readonly found: Found
}

/** The properties of the answer that are found while the positions are explained. */
export interface Found {
  /** The status, if it is certain without running a handler. */
  status?: number
  /** The methods that the path allows, for an answer that names them in the header `Allow`. */
  allow?: readonly string[]
  result?: Extract<RouteResult, { matched: true }>
  entry?: EntryDescription | undefined
  /** The applications that the request has reached, each with the request as this application sees it. */
  readonly tables: { readonly content: ApplicationContent; readonly request: ServerRequest }[]
}

/**
 * Explains whether a request reaches a position and each position inside of it, if all middleware in front passes the
 * request on. Runs no middleware. Constructs services in order to look inside of them; a class that has not been
 * constructed yet counts as middleware that runs.
 */
export async function explainWay(
  node: PreparedMiddleware,
  surroundings: Surroundings,
  way: Way,
): Promise<ExplainedPosition> {
  if (way.answer !== undefined) return position(node, 'behind')
  switch (node.kind) {
    case 'function':
    case 'object':
      if (!describe(node).isFinal) return position(node, 'runs')
      way.answer = node.place
      return position(node, 'answers')
    case 'error':
      return position(node, 'skipped', 'only for errors')
    case 'part':
    case 'routing':
    case 'dispatch':
      return explainStep(node, surroundings, way)
    case 'class':
    case 'service':
      return explainLazy(node, surroundings, way)
    case 'limited':
      if (!node.covers(way.request)) return position(node, 'skipped', whyOutside(node))
      return explainInside(node, surroundings, { ...way, request: node.enter(way.request) }, way)
    case 'pipeline':
      return explainInside(node, surroundings, way, way)
    case 'application':
      await ready(node, surroundings)
      way.found.tables.push({ content: node.content, request: way.request })
      return explainInside(node, { ...surroundings, routes: node.content.compiledRoutes() }, { ...way }, way)
  }
}

async function explainInside(
  node: PreparedMiddleware,
  surroundings: Surroundings,
  way: Way,
  outer: Way,
): Promise<ExplainedPosition> {
  const [children, around] = inside(node, surroundings)
  const routed = { ...around, routes: surroundings.routes }
  const items = []
  for (const child of children) items.push(await explainWay(child, routed, way))
  outer.answer = way.answer
  outer.result = way.result
  const [only] = items
  // Middleware that is limited to a prefix or host is listed as one position, although it is two nodes of the tree: the
  // limit, and the middleware inside of it.
  if (node.kind === 'limited' && only) return Object.freeze({ ...only, ...position(node, only.verdict, only.reason) })
  return position(node, way.answer === undefined ? 'runs' : 'answers', undefined, items)
}

/** Explains a routing step, a dispatch step, or a part of these steps that was piped by itself. */
async function explainStep(node: PreparedStep, surroundings: Surroundings, way: Way): Promise<ExplainedPosition> {
  const { kind, name } = node
  if (kind === 'routing' || name === 'implicitHeadMiddleware') {
    way.result = surroundings.routes ? routed(name, surroundings.routes, way.request, way.result) : undefined
    return position(node, 'runs', way.result && whyMatched(way.result))
  }
  const { result = notFound, request } = way
  if (result.matched)
    return kind === 'dispatch' ? explainRoute(node, result, surroundings, way) : position(node, 'runs')
  const isLast = name === 'methodNotAllowedMiddleware'
  const isOptions = request.method === 'OPTIONS' && !isLast
  const answers = name === undefined || isLast || (isOptions && name === 'implicitOptionsMiddleware')
  if (result.allowedMethods.length === 0 || !answers) return position(node, 'runs', whyMatched(result))
  way.answer = isOptions ? '200' : '405'
  way.found.status = Number(way.answer)
  way.found.allow = result.allowedMethods
  return position(node, 'answers', `${way.answer}, ${whyMatched(result)}`)
}

async function explainRoute(
  node: PreparedStep,
  result: Extract<RouteResult, { matched: true }>,
  surroundings: Surroundings,
  way: Way,
): Promise<ExplainedPosition> {
  const { route } = result
  const answer = surroundings.routes?.prepared(route)
  const items = answer ? [await explainWay(answer, { ...surroundings, routes: undefined }, way)] : []
  way.answer = String(route)
  // The middleware of this route may contain an application that answers with a route of its own. Then `result` is set
  // already, and the explanation keeps that route.
  way.found.result ??= result
  way.found.entry ??= answer?.entry
  return position(node, 'answers', `runs ${route}`, items)
}

async function explainLazy(node: LazyMiddleware, surroundings: Surroundings, way: Way): Promise<ExplainedPosition> {
  if (node.kind === 'class' && !node.latest.made) return position(node, 'runs')
  try {
    node.latest.made ??= await node.resolve(surroundings)
    await ready(node.latest.made, surroundings)
  } catch (error) {
    way.answer = '500'
    way.found.status = 500
    return position(node, 'answers', `500, since it cannot be made: ${(error as Error).message}`)
  }
  const made = await explainWay(node.latest.made, surroundings, way)
  return position(node, made.verdict, made.reason, made.items)
}

function whyMatched(result: RouteResult): string {
  if (result.matched) return `finds ${result.route}`
  const { allowedMethods } = result
  return allowedMethods.length === 0 ? 'no route has this path' : `the path allows ${allowedMethods.join(', ')}`
}

function whyOutside({ path, host }: { readonly path?: string; readonly host?: string }): string {
  return path === undefined ? `not for the host ${host}` : `not under "${path}"`
}

function position(
  node: PreparedMiddleware,
  verdict: ExplainedPosition['verdict'],
  reason?: string,
  items?: readonly ExplainedPosition[],
): ExplainedPosition {
  const { kind, name, text, path, host, isError } = describe(node)
  const { place, entry } = node
  const mark = isError || undefined
  const known = {
    place,
    verdict,
    kind,
    name,
    text,
    path,
    host,
    entry,
    isError: mark,
    reason,
    items: items && Object.freeze(items),
  }
  return Object.freeze(withoutUndefined(known)) as ExplainedPosition
}
