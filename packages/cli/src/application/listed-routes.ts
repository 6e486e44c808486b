import type { ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'

/** A route, and the path prefix of the application that the route belongs to. */
export interface ListedRoute {
  readonly route: RouteDescription
  /** The path prefix of the route's application; empty for the outermost application. */
  readonly prefix: string
}

/**
 * Returns all routes of an application in the order of registration, each followed by the routes of the applications in
 * its middleware; then the routes of piped applications, with their prefixes.
 */
export function* listedRoutes(
  { routes = [], items = [] }: Partial<ApplicationDescription>,
  prefix = '',
): Generator<ListedRoute> {
  for (const route of routes) {
    yield { route, prefix }
    yield* listedInside(route.middleware, prefix)
  }
  for (const item of items) yield* listedInside(item, prefix)
}

/**
 * Lists the routes of applications inside of middleware. An application that is the handler of a route sees the same
 * request path as the route, so its routes have the same prefix as the route. A piped application adds its path to the
 * prefix.
 */
function* listedInside(middleware: MiddlewareDescription, prefix: string): Generator<ListedRoute> {
  const { path = '', paths = [path] } = middleware
  for (const own of paths) yield* listedRoutes(middleware, prefix + own)
}
