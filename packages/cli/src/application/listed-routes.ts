import type { ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'

/** A route, and where the application that it belongs to is mounted. */
export interface ListedRoute {
  readonly route: RouteDescription
  /** The path prefix of that application; empty for the outermost. */
  readonly prefix: string
}

/** All routes in the order of registration, those of applications inside with their prefix. */
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

/** An application that answers a route sees the same path as the route, so its routes stand under the same prefix. */
function listedInside(middleware: MiddlewareDescription, prefix: string): Iterable<ListedRoute> {
  return listedRoutes(middleware, prefix + (middleware.path ?? ''))
}
