import type { ServerRequest } from '@app/http'
import { type Entry, type RequestSource, sourceOf } from '@app/http/framework'
import { type RouteResult as BaseResult, notFound, type Route } from '@app/router'
import type { RouteResult } from './matched-route.ts'

/** Finds the route that a request with this method would be dispatched to, without running anything. */
export type FindRoute = (method: string, source: RequestSource) => BaseResult<Route> | Promise<BaseResult<Route>>

/** The routes of an application by their names. */
export interface NamedRoutes {
  readonly routes: readonly Route[]
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
}

/** Called for each application, with its routes and the prefixes under which it is piped. */
export type RoutesVisitor = (routes: NamedRoutes, basePath: string) => void

/** An `Entry`, by which a server calls an application, that can also list the routes of the application. */
export interface RoutesEntry extends Entry {
  readonly findRoute: FindRoute
  /** A number that changes with each change of the pipeline. */
  readonly version: number
  /** Calls the visitor for the outermost application and for each nested one. */
  visit(visitor: RoutesVisitor): void
}

/**
 * Gives the entry that answers a request, if that entry can list its routes; `undefined` if a plain handler answers the
 * request.
 */
export function routesEntryOf(request: ServerRequest | ServerRequest<never>): RoutesEntry | undefined {
  const { entry } = sourceOf(request)
  return 'findRoute' in entry ? (entry as RoutesEntry) : undefined
}

/**
 * Finds the route that this request would reach if it had another method, without running anything. It also looks into
 * nested applications, under prefixes and behind service names.
 *
 * For middleware that answers questions about a route, such as a CORS preflight. If routes have the path but none has
 * the method, the result has the allowed methods. An application that is not piped, but called by the code of
 * middleware, is not searched. The result is a promise only where a service or a router has to be waited for.
 *
 * @example
 * const { route } = await routeFor(request, 'GET')
 */
export function routeFor(request: ServerRequest, method: string): RouteResult | Promise<RouteResult> {
  return routesEntryOf(request)?.findRoute(method, sourceOf(request)) ?? notFound
}
