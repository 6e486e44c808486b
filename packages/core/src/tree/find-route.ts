import type { ServerRequest } from '@app/http'
import { createRequest, sourceOf } from '@app/http/framework'
import { notFound } from '@app/router'
import { keepMatch, type RequestNotes, type RouteResult } from '../matching/matched-route.ts'
import { type LazyMiddleware, NOWHERE, type PreparedMiddleware, type Surroundings } from './prepared-middleware.ts'
import { inside, treeOf } from './walk.ts'

type Found = RouteResult | Promise<RouteResult>

/**
 * Finds the route that this request would reach if it had the given method, without running any middleware. It also
 * looks into nested applications, under prefixes and behind service names.
 *
 * For middleware that answers questions about a route, such as a CORS preflight. If routes have the path but none has
 * the method, the result has the allowed methods. An application that is not piped, but called by the code of
 * middleware, is searched only after it has got an OPTIONS request. The result is a promise only where a service or a
 * router has to be waited for.
 *
 * @example
 * const { route } = await routeFor(request, 'GET')
 */
export function routeFor(request: ServerRequest, method: string): RouteResult | Promise<RouteResult> {
  const { search } = (sourceOf(request).notes ?? {}) as RequestNotes
  const behind = search?.(method)
  if (behind !== undefined && knowsPath(behind)) return behind
  const tree = treeOf(request)
  return tree ? findRoute(tree, method, createRequest(sourceOf(request), method), NOWHERE) : notFound
}

/**
 * Finds, in a tree of middleware, the route that a request with this method would reach, without running any
 * middleware.
 *
 * Gives a promise only where a router or a service has to be waited for.
 */
function findRoute(
  node: PreparedMiddleware,
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
): Found {
  switch (node.kind) {
    case 'routing':
      return matchAlsoGet(method, request, surroundings)
    case 'class':
      // A class is constructed for the first request that it handles, and not to find routes: until then it counts as
      // middleware without routes.
      return node.latest.made ? findRoute(node.latest.made, method, request, surroundings) : notFound
    case 'service': {
      const made = node.latest.made ?? madeOf(node, surroundings)
      if (!(made instanceof Promise)) return findRoute(made, method, request, surroundings)
      return made.then((later) => findRoute(later, method, request, surroundings))
    }
    case 'limited':
      return node.covers(request) ? firstFound(node, method, node.enter(request), surroundings) : notFound
    case 'application': {
      const pending = node.content.routerReady()
      if (pending) return pending.then(() => findRoute(node, method, request, surroundings))
      return firstFound(node, method, request, surroundings, node.content.compiledRoutes())
    }
    case 'pipeline':
      return firstFound(node, method, request, surroundings)
    default:
      return notFound
  }
}

/**
 * Gives the result of the first child node that has a route with the path. Later nodes are not searched, since the
 * found node also answers other methods of the path, with 405.
 */
function firstFound(
  node: PreparedMiddleware,
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
  routes?: Surroundings['routes'],
): Found {
  const [children, around] = inside(node, surroundings)
  return firstOf(children, method, request, routes ? { ...around, routes } : around)
}

function firstOf(
  nodes: readonly PreparedMiddleware[],
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
): Found {
  for (let i = 0; i < nodes.length; i++) {
    const found = findRoute(nodes[i] as PreparedMiddleware, method, request, surroundings)
    if (found instanceof Promise) {
      return found.then((result) =>
        knowsPath(result) ? result : firstOf(nodes.slice(i + 1), method, request, surroundings),
      )
    }
    if (knowsPath(found)) return found
  }
  return notFound
}

function knowsPath(result: RouteResult): boolean {
  return result.matched || result.allowedMethods.length > 0
}

/** Matches a request; a HEAD request also by the routes of GET, if no route has HEAD. */
function matchAlsoGet(method: string, request: ServerRequest, { routes }: Surroundings): RouteResult {
  const result = routes?.match(method, request) ?? notFound
  if (routes && result.matched) keepMatch(request, routes.match, result)
  const asGet = method === 'HEAD' && !result.matched ? routes?.match('GET', request) : undefined
  return asGet?.matched ? asGet : result
}

async function madeOf(node: LazyMiddleware, surroundings: Surroundings): Promise<PreparedMiddleware> {
  node.latest.made = await node.resolve(surroundings)
  return node.latest.made
}
