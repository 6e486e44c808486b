import type { ServerRequest } from '@app/http'
import { type Entry, type RequestSource, sourceOf } from '@app/http/framework'
import type { Route, RouteResult } from '@app/router'

/** Finds what a request with this method would be dispatched to, without running anything. */
export type FindRoute = (method: string, source: RequestSource) => Promise<RouteResult<Route>>

/** The routes of an application by their names. */
export interface NamedRoutes {
  readonly routes: readonly Route[]
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
}

/** Called for each application with the prefixes in front of it. */
export type RoutesVisitor = (routes: NamedRoutes, basePath: string) => void

/** What answers requests, as far as a request asks about the routes in it. */
export interface RoutesEntry extends Entry {
  readonly findRoute: FindRoute
  /** Another number after each change of what is piped. */
  readonly version: number
  /** Shows the outermost application and those nested in it. */
  visit(visitor: RoutesVisitor): void
}

/** The entry that answers a request; `undefined` where a plain handler does, in which nobody can look. */
export function routesEntryOf(request: ServerRequest | ServerRequest<never>): RoutesEntry | undefined {
  const { entry } = sourceOf(request)
  return 'findRoute' in entry ? (entry as RoutesEntry) : undefined
}
