import type { Application, EntryDescription, MiddlewareDescription } from '@app/core'
import { declaredMetadataKeys, type Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import { middlewareBefore } from './middleware-before.ts'
import { applicationPlan } from './survey.ts'

/**
 * The properties of an application's routes on which clients and other programs may rely. They are written to a file,
 * so that people review each change of them.
 */
export interface RoutesLock {
  /**
   * The routes, each under its methods and its path with the prefix of its application, such as `GET|POST /users/{id}`;
   * sorted by path.
   */
  readonly routes: Readonly<Record<string, LockedRoute>>
}

/** The properties of one route in the lock file of routes. */
export interface LockedRoute {
  /** The name of the route; absent for a route without a name of its own. */
  readonly name?: string
  /**
   * The token of each placeholder, by the name of the placeholder; an empty string for a placeholder without a token.
   */
  readonly params?: Readonly<Record<string, string>>
  /**
   * The middleware that each request to the route runs through, in this order. Each is named by the key of its entry in
   * the configuration, or else by its own name.
   */
  readonly guards: readonly string[]
  /**
   * The values of the route's metadata that some middleware enforces, each under the name of its metadata key:
   * `{ "@app/authorization": "authenticated" }`.
   */
  readonly requires?: Readonly<Record<string, unknown>>
  /** The file that defines the route, if it is known. It is not written to the lock file. */
  readonly from?: string
}

/**
 * Describes methods, paths, params, names, guards and enforced metadata of all routes. The result can be kept in a
 * file, and `compareLocks` compares it with a later one.
 *
 * Middleware without a name is left out. The function constructs services and middleware classes to look inside of
 * them, and runs no middleware.
 *
 * @example
 * const { routes } = await routesLock(app)
 * console.log(Object.keys(routes))
 */
export async function routesLock(application: Application): Promise<RoutesLock> {
  applicationPlan('routesLock()', application)
  const fronts = await middlewareBefore(application)
  const found = fronts.map(({ route, path, always, entry }) => ({
    path,
    route,
    locked: lockedOf(route, always, entry),
  }))
  found.sort((a, b) => compareTexts(a.path, b.path) || compareTexts(methodsText(a.route), methodsText(b.route)))
  const routes: Record<string, LockedRoute> = {}
  for (const { path, route, locked } of found) {
    const key = `${methodsText(route)} ${path}`
    // Routes for different hosts may have the same methods and path. From the second such route on, the key gets a
    // number.
    let number = 1
    while (routes[number === 1 ? key : `${key} (${number})`]) number++
    routes[number === 1 ? key : `${key} (${number})`] = locked
  }
  return { routes }
}

function lockedOf(
  route: Route,
  always: readonly MiddlewareDescription[],
  entry: EntryDescription | undefined,
): LockedRoute {
  const params = placeholdersOf(route.segments).map(({ name, token = '' }) => [name, token] as const)
  const requires = [...route.metadata()].filter(([key, value]) => declaredMetadataKeys().get(key)?.enforcedBy?.(value))
  return {
    ...(!isDefaultName(route) && { name: route.name }),
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    guards: [...new Set(always.flatMap(guardName))],
    ...(requires.length > 0 && { requires: plain(Object.fromEntries(requires)) as Record<string, unknown> }),
    ...(entry?.origin !== undefined && { from: entry.origin }),
  }
}

function methodsText({ methods }: Route): string {
  return methods === null ? 'any' : methods.join('|') || 'none'
}

function isDefaultName({ name, path }: Route): boolean {
  return name === path || name.startsWith(`${path}^`)
}

function guardName({ entry, name, text }: MiddlewareDescription): readonly string[] {
  if (entry) return [entry.key.replace(/^(?:middleware_pipeline|routes)\./, '')]
  return name === undefined || text !== undefined ? [] : [name]
}

/** Returns a value as JSON would carry it, with a string in place of each function. */
function plain(value: unknown): unknown {
  const shown = (_key: string, part: unknown) => (typeof part === 'function' ? `[function ${part.name}]` : part)
  return JSON.parse(JSON.stringify(value, shown))
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
