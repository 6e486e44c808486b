import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  empty,
  HttpError,
  type RequestHandler,
  type ServerRequest,
} from '@app/http'
import type { Route } from '@app/router'
import { stepOutsideOfApplication } from '../middleware/invalid-middleware.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { refuse } from '../middleware/refuse.ts'
import { type Rest, runGuarded } from '../routing/dispatch-guards.ts'
import { keptMatch, openNotes, ROUTE_RESULT, withRouteResult } from '../routing/matched-route.ts'
import {
  type CompiledRoutes,
  type Continuation,
  type HasNode,
  NODE,
  type SplitRoute,
  type StepNode,
  type StepPart,
  type StepParts,
} from './node.ts'

/** Matches the request, and passes it on with the result. */
export const matchRoute: StepPart =
  ({ handle, handleError }, { match }) =>
  (request) => {
    if (handleError) openNotes(request).routedBy = match
    const result = keptMatch(request, match) ?? match(request.method, request)
    // `routeFor` cannot search an application that middleware calls: for CORS, such an application says where it is.
    if (request.method === 'OPTIONS') openNotes(request).search = (method) => match(method, request)
    const asGet = !result.matched && isMatchedAsGet(request) ? match('GET', request) : result
    return handle(withRouteResult(request, asGet.matched ? asGet : result))
  }

/** Matches a HEAD request again as GET if no route has HEAD. */
export const matchHeadAsGet: StepPart =
  ({ handle }, { match }) =>
  (request) => {
    if (request.method !== 'HEAD') return handle(request)
    const result = request.attribute(ROUTE_RESULT)
    if (result === undefined || result.matched) return handle(request)
    const asGet = match('GET', request)
    return handle(asGet.matched ? withRouteResult(request, asGet) : request)
  }

/**
 * True if `matchHeadAsGet` has matched this HEAD request, in this application or one around it, by a route that has
 * GET, but not HEAD.
 */
function isMatchedAsGet(request: ServerRequest): boolean {
  if (request.method !== 'HEAD') return false
  const methods = request.attribute(ROUTE_RESULT)?.route?.methods
  return methods !== undefined && methods !== null && !methods.includes('HEAD')
}

/** Runs the middleware of the matched route, after the guards of the request have accepted it. */
export const runRoute: StepPart = (next, routes) => {
  const handlerOf = compiling(routes, next)
  // Within a surrounding, the errors of a route do not go to error middleware at once: the surrounding gets them first.
  const innerOf = next.handleError ? compiling(routes, { handle: next.handle }) : handlerOf
  const aheadOf = runningAhead(routes, next)
  const rest: Rest = {
    ...next,
    runWithin(route, request, wrap) {
      const surrounded = (inner: RequestHandler) => routes.offering(wrap(inner), next)
      const ahead = aheadOf(route)
      const run = (known: RunAhead | undefined) =>
        known === undefined ? surrounded(innerOf(route))(request) : known(request, surrounded)
      return ahead instanceof Promise ? ahead.then(run) : run(ahead)
    },
  }
  return (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (!result?.matched) return next.handle(request)
    return runGuarded(handlerOf(result.route), result.route, request, rest)
  }
}

/** Runs the middleware of a route that is ahead of its surroundings, and then what `surrounded` makes of the rest. */
type RunAhead = (request: ServerRequest, surrounded: (inner: RequestHandler) => RequestHandler) => Awaitable<Response>

/** The rest of a route, within its surroundings, while middleware ahead of them runs. */
const SURROUNDED: AttributeKey<RequestHandler | undefined> = attributeKey('surrounded', { default: undefined })

/** Returns a function that splits and compiles each route once; `undefined` for a route that is not split. */
function runningAhead(
  routes: CompiledRoutes,
  next: Continuation,
): (route: Route) => RunAhead | undefined | Promise<RunAhead | undefined> {
  const compiled = new Map<Route, RunAhead | undefined>()
  const compilePair = (route: Route, parts: SplitRoute | undefined): RunAhead | undefined => {
    if (parts === undefined) return undefined
    const inside = routes.compilePart(parts.inside, { handle: next.handle })
    const enter: RequestHandler = (request) =>
      (request.attribute(SURROUNDED) as RequestHandler)(request.withAttribute(SURROUNDED, undefined))
    const ahead = routes.compilePart(parts.ahead, { ...next, handle: enter }, route)
    return (request, surrounded) => {
      const handle = surrounded(inside)
      return ahead(request.withAttribute(SURROUNDED, handle))
    }
  }
  return (route) => {
    if (compiled.has(route)) return compiled.get(route)
    const keep = (parts: SplitRoute | undefined) => {
      const known = compilePair(route, parts)
      compiled.set(route, known)
      return known
    }
    const parts = routes.split(route)
    return parts instanceof Promise ? parts.then(keep) : keep(parts)
  }
}

/** Returns a function that compiles each route once. */
function compiling(routes: CompiledRoutes, next: Continuation): (route: Route) => RequestHandler {
  const compiled = new Map<Route, RequestHandler>()
  return (route) => {
    const known = compiled.get(route)
    if (known) return known
    const handler = routes.compile(route, next)
    compiled.set(route, handler)
    return handler
  }
}

/** Answers OPTIONS with 200 and `Allow` if routes have the path, but none has OPTIONS. */
export const answerOptions: StepPart =
  ({ handle }) =>
  (request) => {
    if (request.method !== 'OPTIONS') return handle(request)
    const result = request.attribute(ROUTE_RESULT)
    if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
    return empty({ status: 200, headers: { allow: result.allowedMethods.join(', ') } })
  }

/** Refuses a request with 405 and `Allow` if routes have the path, but none has the method. */
export const refuseMethod: StepPart =
  ({ handle, handleError }) =>
  (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
    const headers = { allow: result.allowedMethods.join(', ') }
    return handleError
      ? handleError(new HttpError(405, undefined, { headers }), request)
      : refuse(request, 405, { headers })
  }

/**
 * The parts of each step, in their order (contract 4.1, 4.2). Dispatch begins with the part at which most requests end;
 * the other two are for requests that no route has matched.
 */
export const STEP_PARTS: StepParts = {
  routing: [matchRoute, matchHeadAsGet],
  dispatch: [runRoute, answerOptions, refuseMethod],
}

/**
 * Matches the request, and passes it on with the result, a match or a failure, as the attribute `ROUTE_RESULT`
 * (contract 4.2).
 *
 * The first part of the routing step. An application that pipes parts itself runs them in the order of piping, and adds
 * no default steps. After `implicitHeadMiddleware`, it also finds the routes of GET for a HEAD request.
 */
export const routeMiddleware: MiddlewareInterface = partToPipe('routeMiddleware', 'routing', matchRoute)

/**
 * Matches a HEAD request again as GET if no route has HEAD, so that guards after it see the route that will run
 * (contract 4.1).
 *
 * The second part of the routing step. Like every response to HEAD, the response is sent without a body.
 */
export const implicitHeadMiddleware: MiddlewareInterface = partToPipe('implicitHeadMiddleware', 'part', matchHeadAsGet)

/**
 * Runs the middleware of the matched route, after the guards of the request have accepted it. Passes on a request
 * without a match (contract 4.2).
 *
 * A part of the dispatch step.
 */
export const dispatchMiddleware: MiddlewareInterface = partToPipe('dispatchMiddleware', 'dispatch', runRoute)

/**
 * Answers OPTIONS with 200 and `Allow` if routes have the path, but none has OPTIONS (contract 4.1).
 *
 * A part of the dispatch step. Source: RFC 9110 section 9.3.7.
 */
export const implicitOptionsMiddleware: MiddlewareInterface = partToPipe(
  'implicitOptionsMiddleware',
  'part',
  answerOptions,
)

/**
 * Refuses a request with an `HttpError` of 405, with `Allow`, if routes have the path, but none has the method.
 *
 * The last part of the dispatch step. Error middleware after it gets the error (contract 7.2); without any, the nearest
 * `ErrorHandler` before it makes the response. Source: RFC 9110 section 15.5.6.
 */
export const methodNotAllowedMiddleware: MiddlewareInterface = partToPipe(
  'methodNotAllowedMiddleware',
  'part',
  refuseMethod,
)

/**
 * Makes a part of a step that can be piped by itself. `step` is `routing` or `dispatch` for the part without which that
 * step cannot work, and `part` for every other one.
 */
function partToPipe(name: string, step: StepNode['step'], part: StepPart): MiddlewareInterface {
  const middleware: MiddlewareInterface & HasNode = {
    process: () => {
      throw stepOutsideOfApplication(name)
    },
    [NODE]: (place): StepNode => ({ kind: 'step', step, name, place, parts: [part] }),
  }
  return middleware
}
