import type { RouteResult as AnyRouteResult, Route as BaseRoute } from '@app/router'
import { type AttributeKey, sharedAttributeKey } from './attribute-key.ts'
import { ServerRequest } from './server-request.ts'

/** The outcome of routing a request: a route and its params, or the methods that its path would allow. */
export type RouteResult = AnyRouteResult<BaseRoute>

/** The attribute that the routing step sets, for a match and for a failure alike; `undefined` before routing. */
export const ROUTE_RESULT: AttributeKey<RouteResult | undefined> = sharedAttributeKey('route-result', undefined)

/**
 * The last route that matched this request, read from any view of it.
 *
 * For logs, metrics and tracing that stand outside of routing and look after the handler has answered.
 */
export function matchedRoute(request: ServerRequest<never> | ServerRequest): BaseRoute | undefined {
  return request.source.matchedRoute
}

/** The request with a result of routing; a match gives its params too, a failure leaves those of an outer match. */
export function withRouteResult(request: ServerRequest, result: RouteResult): ServerRequest {
  const { source, method, path, basePath, attributes } = request
  if (result.matched) source.matchedRoute = result.route
  const params = result.matched ? result.params : request.params
  return ServerRequest.view(source, method, path, basePath, params, {
    id: ROUTE_RESULT.id,
    value: result,
    earlier: attributes,
  })
}

/** Whether routing looked at this request and no route has its path. */
export function isRoutingFailure(request: ServerRequest): boolean {
  const result = request.attribute(ROUTE_RESULT)
  return result !== undefined && !result.matched && result.allowedMethods.length === 0
}
