import type { ServerRequest } from '@app/http'
import { notFound } from '@app/router'
import type { RouteResult } from '../matching/matched-route.ts'
import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'
import { inside, ready } from './walk.ts'

/** Finds the route that a request with this method would reach, by the routes in a tree, without running anything. */
export async function findRoute(
  node: PreparedMiddleware,
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
): Promise<RouteResult> {
  if (node.kind === 'routing') return matchAlsoGet(method, request, surroundings)
  if (node.kind === 'class' || node.kind === 'service') {
    // A class is constructed for a request that it handles, not for a question about routes.
    const made = node.kind === 'class' ? node.latest.made : await madeReady(node, surroundings)
    return made ? findRoute(made, method, request, surroundings) : notFound
  }
  if (node.kind === 'limited' && !node.covers(request)) return notFound
  if (node.kind === 'application') await ready(node, surroundings)
  const [children, around] = inside(node, surroundings)
  const routed = node.kind === 'application' ? { ...around, routes: node.content.compiledRoutes() } : around
  const entered = node.kind === 'limited' ? node.enter(request) : request
  return firstFound(children, method, entered, routed)
}

/** The result of the first node that knows the path: that node also answers other methods, with 405. */
async function firstFound(
  nodes: readonly PreparedMiddleware[],
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
): Promise<RouteResult> {
  for (const node of nodes) {
    const found = await findRoute(node, method, request, surroundings)
    if (found.matched || found.allowedMethods.length) return found
  }
  return notFound
}

/** The result of routing; HEAD is also answered by routes of GET. */
function matchAlsoGet(method: string, request: ServerRequest, { routes }: Surroundings): RouteResult {
  const result = routes?.match(method, request) ?? notFound
  const asGet = method === 'HEAD' && !result.matched ? routes?.match('GET', request) : undefined
  return asGet?.matched ? asGet : result
}

async function madeReady(
  node: Extract<PreparedMiddleware, { kind: 'service' | 'class' }>,
  surroundings: Surroundings,
): Promise<PreparedMiddleware> {
  const made = node.latest.made ?? (await node.resolve(surroundings))
  await ready(made, surroundings)
  node.latest.made = made
  return made
}
