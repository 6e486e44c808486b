import { ConfigurationError, nearest, refuseMore } from '@app/checks'
import { Route as BaseRoute, declaredMetadataKeys, type Method, type PathLike, type RouteOptions } from '@app/router'
import type { ParamsOf } from '../container/application-types.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { type ConfigEntry, checkKeys, invalidSection } from './config-section.ts'

/** A path, its methods, and its middleware, with params typed by the path. */
export type Route<P extends string = string> = BaseRoute<P, MiddlewareLike<ParamsOf<P>>>

/** Makes a route that `app.route(route)` can register (contract 2.1). */
export const Route: new <P extends string>(
  path: PathLike<P>,
  middleware: MiddlewareLike<ParamsOf<P>>,
  methods?: readonly Method[] | null,
  name?: string | null,
) => Route<P> = BaseRoute as never

/** The arguments of `app.route()`: a route, or the arguments of `new Route()`. */
export type GivenRoute = [
  route: string | BaseRoute,
  middleware?: MiddlewareLike,
  methods?: readonly Method[] | null,
  name?: string | null,
]

/** Returns the route that was given, or the one that the arguments describe. */
export function routeFrom(given: GivenRoute): BaseRoute {
  const [route, ...rest] = given
  if (isRoute(route)) {
    if (rest.length === 0) return route
    throw refused(`route() takes a route alone. Give a list to new Route().`)
  }
  if (given.length === 1 && typeof route === 'string') {
    throw refused(`route('${route}') has no middleware. Write get('${route}', handler) for each method.`)
  }
  refuseMore('route', given, 4)
  return new Route<string>(route, ...(rest as [MiddlewareLike]))
}

/** True for a route, also of another copy of `@app/router`. */
function isRoute(route: unknown): route is BaseRoute {
  return typeof route === 'object' && route !== null && 'middleware' in route && 'segments' in route
}

function refused(message: string): ConfigurationError {
  return new ConfigurationError('APP_ARGUMENTS', message)
}

/**
 * Makes the route that an entry of `routes` describes. If `routes` is a map, a route without a name gets the key of its
 * entry as its name.
 */
export function routeOf(entry: ConfigEntry): Route {
  const { path, middleware, allowed_methods: methods, name, options, metadata } = checkKeys(entry, ROUTE_KEYS)
  const { place, key, isInMap } = entry
  if (Array.isArray(path)) {
    throw invalidSection(`${place}: "path" is a list, and a route has one path. Write an entry for each path.`)
  }
  if (typeof path !== 'string') throw invalidSection(`${place}: "path" is missing, or no string.`)
  const route = new Route(
    path,
    middleware as MiddlewareLike,
    (methods as Method[] | undefined) ?? null,
    (name as string | undefined) ?? (isInMap ? key : null),
  )
  if (options !== undefined) route.setOptions(mapOf(options, 'options', place) as RouteOptions)
  if (metadata !== undefined) setMetadata(route, mapOf(metadata, 'metadata', place), place)
  return route
}

const ROUTE_KEYS = ['path', 'middleware', 'allowed_methods', 'name', 'options', 'metadata']

function setMetadata(route: Route, values: Readonly<Record<string, unknown>>, place: string): void {
  const declared = declaredMetadataKeys()
  for (const [written, value] of Object.entries(values)) {
    // A `?` marks metadata for a package that the application may not have. A site sets another value without the `?`.
    const isOptional = written.endsWith('?')
    const name = isOptional ? written.slice(0, -1) : written
    const key = declared.get(name)
    if (isOptional && (!key || Object.hasOwn(values, name))) continue
    if (!key) throw invalidSection(`${place}: nobody declared the metadata "${name}". ${hint(name)}`)
    route.set(key, value)
  }
}

function hint(name: string): string {
  const near = nearest(name, declaredMetadataKeys().keys())
  if (near !== undefined) return `Did you mean "${near}"?`
  // As a rule, a package declares metadata under its own name, so the name of undeclared metadata says which package is
  // missing.
  const [owner] = /^@[\w-]+\/[\w-]+/.exec(name) ?? []
  return owner === undefined
    ? `Import the module that declares it: metadataKey('${name}').`
    : `Add the package that declares it: npx app add ${owner}.`
}

function mapOf(value: unknown, key: string, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  const got = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value
  throw invalidSection(`${place}: "${key}" must be a map, got ${got}.`)
}
