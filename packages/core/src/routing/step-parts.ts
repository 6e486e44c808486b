import { empty, HttpError, type RequestHandler, type ServerRequest } from '@app/http'
import { watchedDispatch } from '#watching'
import { keptMatch, openNotes, ROUTE_RESULT, withRouteResult } from '../matching/matched-route.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { StepError } from '../middleware/prepare-middleware.ts'
import { refuse } from '../middleware/refuse.ts'
import {
  type CompiledRoutes,
  type Continuation,
  NOWHERE,
  PREPARE,
  type PreparedStep,
  type PreparesItself,
  type Surroundings,
} from '../tree/prepared-middleware.ts'
import { runGuarded } from './dispatch-guards.ts'

/**
 * Makes the handler of a part of a step. `next` is the chain behind the part, `routes` are those of the surrounding
 * application.
 */
type CompilePart = (next: Continuation, routes: CompiledRoutes) => RequestHandler

/**
 * Makes a part of the routing or the dispatch step, which can also be piped by itself.
 *
 * `kind` is `routing` or `dispatch` for the part without which that step cannot work, and `part` for every other one.
 * Using the part outside of an application throws `StepError`.
 */
function stepPart(name: string, kind: PreparedStep['kind'], compilePart: CompilePart): MiddlewareInterface {
  const compile = (next: Continuation, surroundings: Surroundings): Continuation => {
    const { routes } = surroundings
    if (!routes) throw new StepError(`${name} needs an application. Pipe it in one.`)
    const compiled = { ...next, handle: compilePart(next, routes) }
    return kind === 'dispatch' ? watchedDispatch(compiled, surroundings) : compiled
  }
  const part: MiddlewareInterface & PreparesItself = {
    process: (request, handler) => compile({ handle: handler }, NOWHERE).handle(request),
    [PREPARE]: (place): PreparedStep => ({ kind, name, place, compile }),
  }
  return part
}

/**
 * Matches the request, and passes it on with the result, a match or a failure, as the attribute `ROUTE_RESULT`
 * (contract 4.2).
 *
 * The first part of the routing step. An application that pipes parts itself runs them in the order of piping, and adds
 * no default steps. Behind `implicitHeadMiddleware`, it also finds the routes of GET for a HEAD request.
 */
export const routeMiddleware: MiddlewareInterface = stepPart(
  'routeMiddleware',
  'routing',
  ({ handle }, { match }) =>
    (request) => {
      const result = keptMatch(request, match) ?? match(request.method, request)
      // `routeFor` cannot search an application that middleware calls: for CORS, such an application says where it is.
      if (request.method === 'OPTIONS') openNotes(request).search = (method) => match(method, request)
      const asGet = !result.matched && isMatchedAsGet(request) ? match('GET', request) : result
      return handle(withRouteResult(request, asGet.matched ? asGet : result))
    },
)

/**
 * Matches a HEAD request again as GET if no route has HEAD, so that guards behind it see the route that will run
 * (contract 4.1).
 *
 * The second part of the routing step. Like every answer to HEAD, the answer is sent without a body.
 */
export const implicitHeadMiddleware: MiddlewareInterface = stepPart(
  'implicitHeadMiddleware',
  'part',
  ({ handle }, { match }) =>
    (request) => {
      if (request.method !== 'HEAD') return handle(request)
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched) return handle(request)
      const asGet = match('GET', request)
      return handle(asGet.matched ? withRouteResult(request, asGet) : request)
    },
)

/**
 * Whether `implicitHeadMiddleware` has matched this HEAD request, in this application or one around it, by a route that
 * has GET, but not HEAD.
 */
function isMatchedAsGet(request: ServerRequest): boolean {
  if (request.method !== 'HEAD') return false
  const methods = request.attribute(ROUTE_RESULT)?.route?.methods
  return methods !== undefined && methods !== null && !methods.includes('HEAD')
}

/**
 * Runs the middleware of the matched route, after the guards of the request have accepted it. Passes on a request
 * without a match (contract 4.2).
 *
 * A part of the dispatch step.
 */
export const dispatchMiddleware: MiddlewareInterface = stepPart(
  'dispatchMiddleware',
  'dispatch',
  (next, routes) => (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (!result?.matched) return next.handle(request)
    return runGuarded(routes.run(result.route, next), result.route, request, next)
  },
)

/**
 * Answers OPTIONS with 200 and `Allow` if routes have the path, but none has OPTIONS (contract 4.1).
 *
 * A part of the dispatch step. Source: RFC 9110 section 9.3.7.
 */
export const implicitOptionsMiddleware: MiddlewareInterface = stepPart(
  'implicitOptionsMiddleware',
  'part',
  ({ handle }) =>
    (request) => {
      if (request.method !== 'OPTIONS') return handle(request)
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
      return empty({ status: 200, headers: { allow: result.allowedMethods.join(', ') } })
    },
)

/**
 * Refuses a request with an `HttpError` of 405, with `Allow`, if routes have the path, but none has the method.
 *
 * The last part of the dispatch step. Error middleware behind it gets the error (contract 7.2); without any, the
 * nearest `ErrorHandler` in front makes the answer. Source: RFC 9110 section 15.5.6.
 */
export const methodNotAllowedMiddleware: MiddlewareInterface = stepPart(
  'methodNotAllowedMiddleware',
  'part',
  ({ handle, fail }) =>
    (request) => {
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
      const headers = { allow: result.allowedMethods.join(', ') }
      return fail ? fail(new HttpError(405, undefined, { headers }), request) : refuse(request, 405, { headers })
    },
)
