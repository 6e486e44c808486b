import type { ServerRequest } from '@app/http'
import { type Entry, type RequestSource, sourceOf } from '@app/http/framework'
import { type RouteResult as BaseResult, notFound, type Route } from '@app/router'
import type { RouteResult } from './route-result.ts'

/** Finds what a request with this method would be dispatched to, without running anything. */
export type FindRoute = (method: string, source: RequestSource) => Promise<BaseResult<Route>>

/** The routes of an application by their names. */
export interface NamedRoutes {
  readonly routes: readonly Route[]
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
}

/** Called for each application with the prefixes in front of it. */
export type RoutesVisitor = (routes: NamedRoutes, basePath: string) => void

/** An entry whose routes a request can ask for. */
export interface RoutesEntry extends Entry {
  readonly findRoute: FindRoute
  /** A number that changes with each change of the pipeline. */
  readonly version: number
  /** Shows the outermost application and those nested in it. */
  visit(visitor: RoutesVisitor): void
}

/** The entry that answers a request; `undefined` where a plain handler does, in which nobody can look. */
export function routesEntryOf(request: ServerRequest | ServerRequest<never>): RoutesEntry | undefined {
  const { entry } = sourceOf(request)
  return 'findRoute' in entry ? (entry as RoutesEntry) : undefined
}

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
