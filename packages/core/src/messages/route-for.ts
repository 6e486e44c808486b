import type { RouteResult } from './route-result.ts'
import type { ServerRequest } from './server-request.ts'

/**
 * Finds the route that this request would reach if it had another method, without running anything: also in applications
 * that are nested, under prefixes and behind service names.
 *
 * For middleware that answers about a route, such as a CORS preflight. The result has the allowed methods where the path
 * has routes, and none of that method. An application that middleware calls by itself is not looked into.
 */
export function routeFor(request: ServerRequest, method: string): Promise<RouteResult> {
  const { source } = request
  return source.entry.findRoute(method, source)
}
