import { methodsText } from '../output/route-text.ts'
import { plural } from '../output/table.ts'

/** The conditions that a route has to meet to be shown. */
export interface RouteFilters {
  /** A string that the path of the route has to contain. */
  readonly path?: string
  /** A method that the route must answer, in upper or lower case. */
  readonly method?: string
  /** A string that the name of the route has to contain. */
  readonly name?: string
}

interface Chosen {
  readonly methods: readonly string[] | null
  readonly path: string
  readonly name: string
}

/** True if a route meets all conditions of `filters`. */
export function passes({ methods, path, name }: Chosen, filters: RouteFilters): boolean {
  const method = filters.method?.toUpperCase()
  return (
    path.includes(filters.path ?? '') &&
    name.includes(filters.name ?? '') &&
    (method === undefined || methods === null || methods.includes(method))
  )
}

/**
 * Groups the routes by the first segment in which their paths differ, in the order of the first route of each group. A
 * route is in no group if no other route has the same segment there, or if the segment has a placeholder; these routes
 * come first. `begins` tells whether a row is the first of a group, or of the routes without a group.
 */
export function byPrefix<T extends Chosen>(
  routes: readonly T[],
): { readonly rows: readonly T[]; readonly begins: (row: number) => boolean } {
  const depth = sharedSegments(routes.map(({ path }) => segmentsOf(path)))
  const prefixOf = ({ path }: T) => segmentsOf(path)[depth] ?? ''
  const groups = groupsOf(routes, prefixOf)
  const isAlone = (route: T) => groups.get(prefixOf(route))?.length === 1 || prefixOf(route).includes('{')
  const alone = routes.filter(isAlone)
  const others = [...groups.values()].map((group) => group.filter((route) => !isAlone(route)))
  const all = [alone, ...others].filter(({ length }) => length > 0)
  const starts = new Set(all.map((_, at) => all.slice(0, at).flat().length))
  return { rows: all.flat(), begins: (row) => starts.has(row) }
}

/** Groups items by a key. Stands in for `Map.groupBy`, which Node 20 does not have. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, readonly T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1)
}

/**
 * Counts the segments that all paths share at their beginning. The last segment of a path does not count, so that each
 * path has a segment after the shared ones.
 */
function sharedSegments(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths
  const differs = first.findIndex((segment, at) => paths.some((path) => path[at] !== segment || at === path.length - 1))
  return differs === -1 ? 0 : differs
}

/**
 * Writes the number of routes, and the number for each method: `7 routes: 4 GET, 3 POST`. If some of `all` are not
 * shown: `3 of 7 routes: 3 POST`.
 */
export function countText(routes: readonly Chosen[], all: number): string {
  const counts = groupsOf(routes, ({ methods }) => methodsText(methods))
  const methods = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => `${length} ${name}`)
  const count = routes.length === all ? plural(all, 'route') : `${routes.length} of ${plural(all, 'route')}`
  return `${count}: ${methods.join(', ')}`
}

/** Returns the message for the case that no route is shown: there are none, or none meets the conditions. */
export function noneText(all: readonly Chosen[], { path, method, name }: RouteFilters): string {
  if (all.length === 0) return 'The application has no routes.'
  const asked = [
    ...(path === undefined ? [] : [`"${path}" in its path`]),
    ...(method === undefined ? [] : [`the method ${method.toUpperCase()}`]),
    ...(name === undefined ? [] : [`"${name}" in its name`]),
  ]
  return `None of ${plural(all.length, 'route')} has ${asked.join(' and ')}.`
}
