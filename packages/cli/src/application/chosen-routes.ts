import { methodsText } from '../output/route-text.ts'
import { plural } from '../output/table.ts'

/** The routes to show. */
export interface RouteFilters {
  /** A part of the path. */
  readonly path?: string
  /** A method that the route has, in any case of letters. */
  readonly method?: string
  /** A part of the name. */
  readonly name?: string
}

interface Chosen {
  readonly methods: readonly string[] | null
  readonly path: string
  readonly name: string
}

/** Whether a route is one of those that are asked for. */
export function passes({ methods, path, name }: Chosen, filters: RouteFilters): boolean {
  const method = filters.method?.toUpperCase()
  return (
    path.includes(filters.path ?? '') &&
    name.includes(filters.name ?? '') &&
    (method === undefined || methods === null || methods.includes(method))
  )
}

/**
 * The routes by the first segment of their paths behind what all of them begin with, in the order of the first of each; those
 * alone with theirs come first. `begins` says whether a row begins such a group.
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

/** `Map.groupBy`, which node 20 does not have. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, readonly T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1)
}

/** The number of segments with which all paths begin, the last of each left out. */
function sharedSegments(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths
  const differs = first.findIndex((segment, at) => paths.some((path) => path[at] !== segment || at === path.length - 1))
  return differs === -1 ? 0 : differs
}

/** How many routes there are, and for which methods: `7 routes: 4 GET, 3 POST`. */
export function countText(routes: readonly Chosen[], all: number): string {
  const counts = groupsOf(routes, ({ methods }) => methodsText(methods))
  const methods = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => `${length} ${name}`)
  const count = routes.length === all ? plural(all, 'route') : `${routes.length} of ${plural(all, 'route')}`
  return `${count}: ${methods.join(', ')}`
}

/** Why there is nothing to show. */
export function noneText(all: readonly Chosen[], { path, method, name }: RouteFilters): string {
  if (all.length === 0) return 'The application has no routes.'
  const asked = [
    ...(path === undefined ? [] : [`"${path}" in its path`]),
    ...(method === undefined ? [] : [`the method ${method.toUpperCase()}`]),
    ...(name === undefined ? [] : [`"${name}" in its name`]),
  ]
  return `None of ${plural(all.length, 'route')} has ${asked.join(' and ')}.`
}
