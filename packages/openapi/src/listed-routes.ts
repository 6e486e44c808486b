import type { Application, ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'

/** A route of an application, or of one inside of it. */
export interface ListedRoute {
  /** The path with the prefixes of the applications around. */
  readonly path: string
  readonly route: RouteDescription
  /** The host that the application around is limited to. */
  readonly host?: string
}

/**
 * All routes, in the order of registration, those of applications inside of it with their prefixes.
 *
 * What is middleware by the name of its service is made for it, since it may be an application.
 */
export async function listedRoutes(application: Application): Promise<readonly ListedRoute[]> {
  // What cannot be made is none of ours: `app check` reports it. Its routes are missing here.
  await application.check().catch(() => undefined)
  return [...listRoutes(application.describe(), '', undefined)]
}

function* listRoutes(
  { routes = [], items = [] }: Partial<ApplicationDescription>,
  prefix: string,
  host: string | undefined,
): Generator<ListedRoute> {
  for (const route of routes) {
    yield { path: prefix + route.path, route, ...(host !== undefined && { host }) }
    // An application that answers a route sees the same path as the route.
    yield* listInside(route.middleware, prefix, host)
  }
  for (const item of items) yield* listInside(item, prefix, host)
}

function listInside(
  middleware: MiddlewareDescription,
  prefix: string,
  host: string | undefined,
): Iterable<ListedRoute> {
  return listRoutes(middleware, prefix + (middleware.path ?? ''), middleware.host ?? host)
}
