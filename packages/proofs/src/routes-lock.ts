import type { Application, EntryDescription, MiddlewareDescription } from '@app/core'
import { preparedOf } from '@app/core/tree'
import { declaredMetadataKeys, type Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import { inFrontOfRoutes } from './in-front-of-routes.ts'

/** What others may rely on of the routes of an application: data for a file that is reviewed. */
export interface RoutesLock {
  /** By methods and path with the prefix of its application, `GET|POST /users/{id}`, sorted by path. */
  readonly routes: Readonly<Record<string, LockedRoute>>
}

/** A route in a lock. */
export interface LockedRoute {
  /** Absent where nobody gave it one. */
  readonly name?: string
  /** The placeholders with their tokens; a placeholder without one has an empty text. */
  readonly params?: Readonly<Record<string, string>>
  /** The middleware that each request to it runs through, in its order: by the key of its entry, else by its name. */
  readonly guards: readonly string[]
  /** Its metadata that some middleware enforces: `{ "@app/authorization": "authenticated" }`. */
  readonly requires?: Readonly<Record<string, unknown>>
  /** The file that it was written in, if the configuration knows it; not a part of the file. */
  readonly from?: string
}

/**
 * Describes methods, paths, params, names and guards of all routes, to be kept in a file and compared with `compareLocks`.
 *
 * Middleware without a name is left out. Makes services and classes to see what is in them, and runs no middleware.
 *
 * @example
 * const { routes } = await routesLock(app)
 * console.log(Object.keys(routes))
 */
export async function routesLock(application: Application): Promise<RoutesLock> {
  if (!preparedOf(application, '')) throw new TypeError('routesLock() takes an application of this copy of @app/core.')
  const fronts = await inFrontOfRoutes(application)
  const found = fronts.map(({ route, path, always, entry }) => ({
    path,
    route,
    locked: lockedOf(route, always, entry),
  }))
  found.sort((a, b) => compareTexts(a.path, b.path) || compareTexts(methodsText(a.route), methodsText(b.route)))
  const routes: Record<string, LockedRoute> = {}
  for (const { path, route, locked } of found) {
    const key = `${methodsText(route)} ${path}`
    // The same path may be there for several hosts.
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

/** A value as JSON has it. */
function plain(value: unknown): unknown {
  const shown = (_key: string, part: unknown) => (typeof part === 'function' ? `[function ${part.name}]` : part)
  return JSON.parse(JSON.stringify(value, shown))
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
