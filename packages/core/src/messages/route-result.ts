import type { RouteResult as AnyRouteResult, Route as BaseRoute } from '@app/router'
import { type AttributeKey, sharedAttributeKey } from './attribute-key.ts'
import { ServerRequest } from './server-request.ts'

/** The outcome of routing: a route and its params, or the methods that routes with this path allow. */
export type RouteResult = AnyRouteResult<BaseRoute>

/** The attribute that the routing step sets, for a match and for a failure; `undefined` before routing. */
export const ROUTE_RESULT: AttributeKey<RouteResult | undefined> = sharedAttributeKey('route-result', undefined)

/**
 * The last route that matched this request, read from any view of it.
 *
 * For logs, metrics and tracing: middleware in front of routing can read it after the handler has answered.
 */
export function matchedRoute(request: ServerRequest<never> | ServerRequest): BaseRoute | undefined {
  return request.source.matchedRoute
}

/** The path of the last route that matched, with the prefix under which its application is piped: `/admin/users/{id}`. */
export function matchedPath(request: ServerRequest): string | undefined {
  const { matchedRoute: route, matchedUnder: prefix } = request.source
  if (route === undefined || prefix === '') return route?.path
  return route.path === '/' ? prefix : prefix + route.path
}

/** The request with a route result. A match also sets the params; a failure keeps those of an outer match. */
export function withRouteResult(request: ServerRequest, result: RouteResult): ServerRequest {
  const { source, method, path, basePath, attributes } = request
  if (result.matched) {
    source.matchedRoute = result.route
    source.matchedUnder = basePath
  }
  const params = result.matched ? result.params : request.params
  return ServerRequest.view(source, method, path, basePath, params, {
    id: ROUTE_RESULT.id,
    value: result,
    earlier: attributes,
  })
}

/** Whether the request was routed and no route has its path. */
export function isRoutingFailure(request: ServerRequest): boolean {
  const result = request.attribute(ROUTE_RESULT)
  return result !== undefined && !result.matched && result.allowedMethods.length === 0
}
