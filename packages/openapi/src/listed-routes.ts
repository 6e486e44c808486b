import type { Application, ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'
import { guardsIn, type LimitedGuard } from './guards.ts'

/** A route of an application, or of an application inside of it. */
export interface ListedRoute {
  /** The path, with the prefixes of the surrounding applications. */
  readonly path: string
  readonly route: RouteDescription
  /** The host to which the application with this route is limited. */
  readonly host?: string
  /** The guards before the route, which decide who may reach it, the outermost first. */
  readonly guards: readonly LimitedGuard[]
}

/**
 * Lists all routes, in the order of registration; the routes of nested applications have the prefixes of these
 * applications.
 *
 * Services that are middleware are made first, since one of them may be an application.
 */
export async function listedRoutes(application: Application): Promise<readonly ListedRoute[]> {
  // A service that cannot be made is not reported here, since `app check` reports it. The routes of such a service are
  // missing in the list.
  await application.check().catch(() => undefined)
  return [...listRoutes(application.describe(), { prefix: '', host: undefined, guards: [] })]
}

/** The limits around an application, which apply to all its routes. */
interface Surroundings {
  readonly prefix: string
  readonly host: string | undefined
  readonly guards: readonly LimitedGuard[]
}

function* listRoutes(
  { routes = [], items = [] }: Partial<ApplicationDescription>,
  around: Surroundings,
): Generator<ListedRoute> {
  const { prefix, host } = around
  const guardsOf = (middleware: MiddlewareDescription) => guardsIn(middleware, prefix, host)
  const dispatch = items.findIndex(hasDispatch)
  const before = dispatch === -1 ? items : items.slice(0, dispatch + 1)
  const guards = [...around.guards, ...before.flatMap(guardsOf)]
  for (const route of routes) {
    const own = [...guards, ...guardsOf(route.middleware)]
    yield { path: prefix + route.path, route, guards: own, ...(host !== undefined && { host }) }
    // An application that is the handler of a route gets requests with their whole path, so its routes get no further
    // prefix.
    yield* listInside(route.middleware, { ...around, guards: own })
  }
  for (const [index, item] of items.entries()) {
    yield* listInside(item, { ...around, guards: [...around.guards, ...items.slice(0, index).flatMap(guardsOf)] })
  }
}

/**
 * Checks whether routes answer at this position: the item is the dispatch step, or a list that contains the dispatch
 * step.
 */
function hasDispatch({ kind, items = [] }: MiddlewareDescription): boolean {
  return kind === 'dispatch' || (kind === 'pipeline' && items.some(hasDispatch))
}

function* listInside(
  middleware: MiddlewareDescription,
  { prefix, host, guards }: Surroundings,
): Generator<ListedRoute> {
  const { path = '', paths = [path] } = middleware
  for (const own of paths) {
    yield* listRoutes(middleware, { prefix: prefix + own, host: middleware.host ?? host, guards })
  }
}
