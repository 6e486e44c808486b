import { describe, type PlanNode } from '@app/core/internal'
import { Route } from '@app/router'
import { routeText } from './open-route.ts'
import { type PathSet, pathSetsOf } from './path-set.ts'
import type { Survey } from './survey.ts'
import type { Search } from './ways.ts'

/** A route or a piped handler, to which policies may apply. */
export interface Target {
  readonly route?: Route
  readonly handler?: string
  /** The path of the route or handler, with the prefixes around it. */
  readonly path: string
  /** The name of the route or handler in errors, with the place where it is written. */
  readonly text: string
  readonly sets: readonly PathSet[]
  readonly search: Pick<Search, 'route' | 'content' | 'basePath' | 'isWanted'>
}

/**
 * Returns all routes, and the piped handlers that take no next handler, and so certainly answer, such as a mounted
 * library.
 */
export function* targetsIn({ mounts, nodes }: Survey): Generator<Target> {
  for (const mount of mounts) {
    for (const route of mount.content.table.routes) {
      const { content, basePath } = mount
      const path = basePath + route.path
      const search = { route, content, basePath }
      yield { route, path, text: routeText(route, mount), sets: pathSetsOf(route, basePath), search }
    }
  }
  for (const { node, basePath, route } of nodes) {
    if (route !== undefined || node.kind !== 'middleware' || !describe(node).isFinal) continue
    const sets = pathSetsOf(ANY_ROUTE, basePath)
    yield {
      handler: node.place,
      path: `${basePath}/{rest...}`,
      text: `Handler ${node.place}`,
      sets,
      search: searchFor(node),
    }
  }
}

/**
 * Makes a search for the requests that reach the middleware of a node, whether or not a route is after this middleware.
 */
export function searchFor(node: PlanNode): Target['search'] {
  // Middleware that is piped in several places has a node at each place. So the search does not look for this node
  // alone, but for each node with the same `value`, which is the function or the object itself.
  const isWanted = (other: PlanNode) =>
    node.kind === 'middleware' && other.kind === 'middleware' && other.value === node.value
  return { route: ANY_ROUTE, content: undefined, basePath: '', isWanted }
}

/** A route that matches any path, for searches that include the requests of all routes. */
const ANY_ROUTE: Route = new Route('/{rest...}', undefined)
