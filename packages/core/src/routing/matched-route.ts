import { type AttributeKey, attributeKey, type ServerRequest } from '@app/http'
import { attributesOf, checkLimit, type Destination, sourceOf, viewWith } from '@app/http/internal'
import {
  type RouteResult as AnyRouteResult,
  type Route as BaseRoute,
  type MetadataKey,
  metadataKey,
  type Route,
} from '@app/router'

/**
 * The last route that matched a request, as the server stores it. A route that matches in a nested application replaces
 * the route that matched in the outer one.
 */
export class MatchedRoute implements Destination {
  declare readonly route: Route
  /** The prefix under which the application of the route is piped; empty for an application that is not nested. */
  declare readonly basePath: string

  constructor(route: Route, basePath: string) {
    this.route = route
    this.basePath = basePath
  }

  get path(): string {
    return this.route.path
  }

  get bodyLimit(): number | undefined {
    return this.route.metadata(BODY_LIMIT)
  }
}

/** Returns the last route that matched a request, as the server stores it; `undefined` before routing. */
export function matchOf(request: ServerRequest | ServerRequest<never>): MatchedRoute | undefined {
  return sourceOf(request).destination as MatchedRoute | undefined
}

/**
 * Returns the last route that matched this request. Each middleware may get another object for the same request; the
 * result is the same for all of them.
 *
 * For logs, metrics and tracing: middleware before routing can read the route after the handler has answered.
 *
 * @example
 * app.pipe(async (request, handler) => {
 *   const response = await handler(request)
 *   console.log(matchedRoute(request)?.name, response.status)
 *   return response
 * })
 */
export function matchedRoute(request: ServerRequest<never> | ServerRequest): Route | undefined {
  return matchOf(request)?.route
}

/**
 * The path of the last route that matched, with the prefix under which its application is piped: `/admin/users/{id}`.
 *
 * @example
 * app.pipe((request, handler) => {
 *   onEnd(request, () => console.log(matchedPath(request)))
 *   return handler(request)
 * })
 */
export function matchedPath(request: ServerRequest): string | undefined {
  const match = matchOf(request)
  if (match === undefined || match.basePath === '') return match?.path
  return match.path === '/' ? match.basePath : match.basePath + match.path
}

/**
 * Maximum body of the requests to one route, in bytes: `app.post('/files', save).set(BODY_LIMIT, 50_000_000)`.
 *
 * After routing it replaces the `bodyLimit` of the server, for `request.body` and `request.raw` too. A limit that is
 * given to a reader, as in `bodyParser({ limit })` of `@app/body-parser`, replaces both. In configuration, write
 * `metadata: { '@app/core/body-limit': 50_000_000 }`. The value must be an integer of at least 0.
 */
export const BODY_LIMIT: MetadataKey<number> = /* @__PURE__ */ metadataKey<number>('@app/core/body-limit', {
  check: (value) => checkLimit('BODY_LIMIT', value),
})

/** The outcome of routing: a route and its params, or the methods that routes with this path allow. */
export type RouteResult = AnyRouteResult<BaseRoute>

/** The attribute that the routing step sets, for a match and for a failure; `undefined` before routing. */
export const ROUTE_RESULT: AttributeKey<RouteResult | undefined> = attributeKey('route-result', {
  shared: '@app/core/route-result',
  default: undefined,
})

/**
 * Returns a copy of the request that carries `result`. On a match, `params` are replaced; otherwise an outer
 * application's params stay.
 */
export function withRouteResult(request: ServerRequest, result: RouteResult): ServerRequest {
  const { matched } = result
  if (matched) sourceOf(request).destination = new MatchedRoute(result.route, request.basePath)
  const attributes = { id: ROUTE_RESULT.id, value: result, earlier: attributesOf(request) }
  return viewWith(request, matched ? result.params : request.params, attributes)
}

/**
 * Data that the core stores about a few requests, in the `notes` of their source. All copies of the request object that
 * middleware gets share this data.
 */
export interface RequestNotes {
  /** The guards that middleware has registered for the routes of the request. */
  guards?: object[]
  /** The match that `routeFor` found last, with the matcher that found it and the request object that was matched. */
  match?: RouteResult
  matcher?: object
  view?: ServerRequest
  /** The matcher of the routing step that ran last. Only set where error middleware follows. */
  routedBy?: object
  /** For OPTIONS: finds the route of a method in the innermost application that has routed the request. */
  search?: (method: string) => RouteResult
}

/**
 * Returns the stored data of a request, so that the caller can add to it. The first call for a request creates the
 * data.
 */
export function openNotes(request: ServerRequest): RequestNotes {
  const source = sourceOf(request)
  source.notes ??= {}
  return source.notes as RequestNotes
}

/** Keeps a match that was looked up before routing, so that routing does not match the same request again. */
export function keepMatch(request: ServerRequest, matcher: object, match: RouteResult): void {
  const notes = openNotes(request)
  notes.match = match
  notes.matcher = matcher
  notes.view = request
}

/** Returns the match that was kept for the same matcher, method and path; `undefined` if no such match was kept. */
export function keptMatch(request: ServerRequest, matcher: object): RouteResult | undefined {
  const notes = sourceOf(request).notes as RequestNotes | undefined
  const isKept = notes?.matcher === matcher && notes.view?.method === request.method && notes.view.path === request.path
  return isKept ? notes.match : undefined
}

/**
 * True if a routing step found no route for the path: that of the application with `matcher`, or any if it is
 * `undefined`. A nested application leaves its failure in the request that it passes on.
 */
export function isRoutingFailure(request: ServerRequest, matcher: object | undefined): boolean {
  const result = request.attribute(ROUTE_RESULT)
  if (result === undefined || result.matched || result.allowedMethods.length > 0) return false
  return matcher === undefined || (sourceOf(request).notes as RequestNotes | undefined)?.routedBy === matcher
}
