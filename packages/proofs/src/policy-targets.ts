import { describe, type PreparedMiddleware } from '@app/core/tree'
import { Route } from '@app/router'
import { routeText } from './open-route.ts'
import { type PathSet, pathSetsOf } from './path-set.ts'
import type { Survey } from './survey.ts'
import type { Search } from './ways.ts'

/** A target of policies: a route, or a piped handler. */
export interface Target {
  readonly route?: Route
  readonly handler?: string
  /** The path of the target, with the prefixes around it. */
  readonly path: string
  /** The name of the target in errors, with the place where it was written. */
  readonly text: string
  readonly sets: readonly PathSet[]
  readonly search: Pick<Search, 'route' | 'content' | 'basePath' | 'isWanted'>
}

/** Gives all routes, and the handlers outside of routes that certainly answer, such as a mounted library. */
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
    if (route !== undefined || !('value' in node) || node.kind === 'error' || !describe(node).isFinal) continue
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

/** Makes a search for all requests that reach the middleware of a node, which need not be in front of a route. */
export function searchFor(node: PreparedMiddleware): Target['search'] {
  // If an application is piped in several places, a node for it is made at each place, so the values of nodes are
  // compared.
  const isWanted = (other: PreparedMiddleware) =>
    other.kind === node.kind && 'value' in other && 'value' in node && other.value === node.value
  return { route: ANY_ROUTE, content: undefined, basePath: '', isWanted }
}

/** A route for any path, for searches that include all requests. */
const ANY_ROUTE: Route = new Route('/{rest...}', undefined)
