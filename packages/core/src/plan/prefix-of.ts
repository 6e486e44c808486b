import type { ServerRequest } from '@app/http'
import type { Route } from '@app/router'
import { routesIn } from './routes-in.ts'
import { planAnswering } from './walk.ts'

/**
 * Returns the first path prefix under which the application of a route is piped, in the order of the pipeline; empty for
 * a route of the outermost application. Returns `undefined` for a route of an application that only code calls.
 *
 * For middleware that names something by a route, such as a counter: an application may be piped under several
 * prefixes, and the name stays the same whichever of them a request has. The function searches all applications, so keep
 * what it returns.
 *
 * @example
 * beforeDispatch(request, (route) => count(`${prefixOf(request, route)} ${route.name}`))
 */
export function prefixOf(request: ServerRequest, route: Route): string | undefined {
  const plan = planAnswering(request)
  return plan && routesIn(plan).find(({ routes }) => routes.routes.includes(route))?.basePath
}
