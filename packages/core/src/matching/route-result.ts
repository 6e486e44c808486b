import type { AttributeKey, ServerRequest } from '@app/http'
import { attributeKey } from '@app/http'
import { attributesOf, sourceOf, viewWith } from '@app/http/framework'
import type { RouteResult as AnyRouteResult, Route as BaseRoute } from '@app/router'
import { MatchedRoute } from './matched-route.ts'

/** The outcome of routing: a route and its params, or the methods that routes with this path allow. */
export type RouteResult = AnyRouteResult<BaseRoute>

/** The attribute that the routing step sets, for a match and for a failure; `undefined` before routing. */
export const ROUTE_RESULT: AttributeKey<RouteResult | undefined> = attributeKey('route-result', {
  shared: '@app/core/route-result',
  default: undefined,
})

/** The request with a route result. A match also sets the params; a failure keeps those of an outer match. */
export function withRouteResult(request: ServerRequest, result: RouteResult): ServerRequest {
  const { matched } = result
  if (matched) sourceOf(request).destination = new MatchedRoute(result.route, request.basePath)
  const attributes = { id: ROUTE_RESULT.id, value: result, earlier: attributesOf(request) }
  return viewWith(request, matched ? result.params : request.params, attributes)
}

/** Whether the request was routed and no route has its path. */
export function isRoutingFailure(request: ServerRequest): boolean {
  const result = request.attribute(ROUTE_RESULT)
  return result !== undefined && !result.matched && result.allowedMethods.length === 0
}
