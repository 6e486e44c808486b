import type { ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'

/** A route, and the path prefix of the application that the route belongs to. */
export interface ListedRoute {
  readonly route: RouteDescription
  /** The path prefix of the route's application; empty for the outermost application. */
  readonly prefix: string
}

/** Gives all routes in the order of registration, with the routes of nested applications under their prefixes. */
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
 * An application that is the handler of a route, unlike a piped one, gets the same path as the route. So its routes
 * have the same prefix as the route.
 */
function listedInside(middleware: MiddlewareDescription, prefix: string): Iterable<ListedRoute> {
  return listedRoutes(middleware, prefix + (middleware.path ?? ''))
}
