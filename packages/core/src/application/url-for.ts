import { nearest, UsageError } from '@app/checks'
import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/internal'
import { generateUrl, type Route, type UrlOptions, type UrlParams } from '@app/router'
import type { RouteName, RouteParams } from '../container/application-types.ts'
import { fromCaller } from '../middleware/stack-frames.ts'
import { type PlacedRoutes, routesIn } from '../plan/routes-in.ts'
import { type Plan, planAnswering } from '../plan/walk.ts'
import { matchedRoute, matchOf } from '../routing/matched-route.ts'

/**
 * Makes the URL of a route by its name, from anywhere in the handling of a request: `urlFor(request, 'team.show', {
 * slug })`.
 *
 * Searches the outermost application, which the server has called with the request, and the applications nested in it.
 * The URL begins with the prefixes under which the application of the route is piped. If several routes have the name,
 * `urlFor` takes the route of the innermost application that the request has entered, else the first route. Without a
 * name, or with `null`, `urlFor` takes the route that the request has matched, with the params of the request; given
 * params replace those of the same name. Throws a `UsageError` for an unknown name (`APP_ROUTE_UNKNOWN`), and for
 * params or a query that cannot be written (`APP_URL_PARAMS`).
 *
 * @example
 * app.get('/users/{id}', (request) => redirect(urlFor(request, 'user.posts', { id: request.params.id })))
 */
export function urlFor<const N extends string>(
  request: AnyRequest,
  name: Named<N>,
  ...rest: UrlArguments<N, Omit<UrlOptions, 'basePath'>>
): string
export function urlFor(
  request: AnyRequest,
  name?: null,
  params?: Readonly<Record<string, string | number | undefined>>,
  options?: Omit<UrlOptions, 'basePath'>,
): string
export function urlFor(
  request: AnyRequest,
  name?: string | null,
  params?: Readonly<Record<string, string | number | undefined>>,
  options?: Omit<UrlOptions, 'basePath'>,
): string {
  const { outerPath } = sourceOf(request)
  if (name === undefined || name === null) {
    const match = matchOf(request)
    if (!match) throw noMatchedRoute()
    const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined)
    const all = { ...(request.params as Readonly<Record<string, string>>), ...Object.fromEntries(given) }
    return fromCaller(urlFor, () => generateUrl(match.route, all, { ...options, basePath: match.basePath }))
  }
  const found =
    nearestOf(knownApplications(request), name, request) ?? nearestOf(readApplications(request), name, request)
  if (!found) {
    const names = knownApplications(request).flatMap(({ routes }) => [...routes.keys()])
    throw unknownRoute(name, nearest(name, names))
  }
  const basePath = outerPath + found.basePath
  return fromCaller(urlFor, () => generateUrl(found.route, params, { ...options, basePath }))
}

type AnyRequest = ServerRequest | ServerRequest<never>

/** A route, with the prefixes under which its application is piped. */
interface FoundRoute {
  readonly route: Route
  readonly basePath: string
}

/** The applications of a plan, as they were last read. */
const known = new WeakMap<Plan, readonly PlacedRoutes[]>()

/**
 * Returns the applications that can answer the request, as they were last read. Reads them again if none of them stands
 * under the prefix of the route that has matched the request: that application was made since.
 */
function knownApplications(request: AnyRequest): readonly PlacedRoutes[] {
  const plan = planAnswering(request)
  const applications = plan && known.get(plan)
  if (!applications) return readApplications(request)
  const match = matchOf(request)
  const { outerPath } = sourceOf(request)
  const isKnown = match === undefined || applications.some((one) => outerPath + one.basePath === match.basePath)
  return isKnown ? applications : readApplications(request)
}

/** Reads the applications that can answer the request. A service that is the promise of one may have settled since. */
function readApplications(request: AnyRequest): readonly PlacedRoutes[] {
  const plan = planAnswering(request)
  if (!plan) return []
  const applications = routesIn(plan)
  known.set(plan, applications)
  return applications
}

function nearestOf(applications: readonly PlacedRoutes[], name: string, request: AnyRequest): FoundRoute | undefined {
  const { basePath: around } = request
  const { outerPath } = sourceOf(request)
  const last = matchedRoute(request)
  let first: FoundRoute | undefined
  let best: FoundRoute | undefined
  for (const { routes, basePath } of applications) {
    const route = routes.named(name)
    if (!route) continue
    const found = { route, basePath }
    first ??= found
    if (!isAround(outerPath + basePath, around)) continue
    const isNearer = best === undefined || basePath.length > best.basePath.length
    // Applications for different hosts may be piped under one prefix. Of these, the one that has the matched route is
    // taken.
    const isOwn = basePath === best?.basePath && last !== undefined && routes.routes.includes(last)
    if (isNearer || isOwn) best = found
  }
  return best ?? first
}

/**
 * True if an application that is piped under `prefix` handles the request, or contains the application that does.
 * `under` is the prefix that was removed from the path of the request.
 */
function isAround(prefix: string, under: string): boolean {
  return `${under}/`.startsWith(`${prefix}/`)
}

/**
 * The arguments of `url()` and `urlFor()` that follow the route. The params may be left out if none of them is
 * required.
 */
export type UrlArguments<R extends string | Route, O = UrlOptions> =
  R extends Route<infer P>
    ? WithParams<UrlParams<P>, O>
    : RouteParams<R & string> extends infer N extends object
      ? WithParams<N, O>
      : [params?: Readonly<Record<string, string | number | undefined>>, options?: O]

// biome-ignore lint/complexity/noBannedTypes: asks whether all params are optional
type WithParams<P, O> = {} extends P ? [params?: P, options?: O] : [params: P, options?: O]

/**
 * Checks the name of a route: a literal has to be one of the known names; any `string` that is only known at run time
 * is accepted.
 */
export type Named<R> = R extends string ? (string extends R ? R : string extends RouteName ? R : RouteName) : R

/** Makes the error for a name that no route has. `near` is the name of a route that is similar. */
export function unknownRoute(name: string, near: string | undefined): UsageError {
  const hint = near === undefined ? 'Name routes when you register them.' : `Did you mean "${near}"?`
  return new UsageError('APP_ROUTE_UNKNOWN', `No route is named "${name}". ${hint}`)
}

function noMatchedRoute(): UsageError {
  return new UsageError(
    'APP_ROUTE_UNKNOWN',
    "The request has matched no route, so urlFor() needs the name of one: urlFor(request, 'user.show').",
  )
}
