import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import { notFound } from '@app/router'
import type { RouteResult } from './route-result.ts'
import { routesEntryOf } from './routes-entry.ts'

/**
 * Finds the route that this request would reach if it had another method, without running anything: also in applications
 * that are nested, under prefixes and behind service names.
 *
 * For middleware that answers about a route, such as a CORS preflight. The result has the allowed methods where the path
 * has routes, and none of that method. An application that middleware calls by itself is not looked into.
 */
export async function routeFor(request: ServerRequest, method: string): Promise<RouteResult> {
  return routesEntryOf(request)?.findRoute(method, sourceOf(request)) ?? notFound
}
