import type { ServerRequest } from '@app/http'
import { createRequest, sourceOf } from '@app/http/internal'
import { notFound } from '@app/router'
import { keepMatch, type RequestNotes, type RouteResult } from '../routing/matched-route.ts'
import { makeLazy } from './lazy.ts'
import { enterLimit, limitCovers } from './limit.ts'
import type { PlanNode, RequestMatcher } from './node.ts'
import { type Around, inside, planAnswering, type Visitor, walk } from './walk.ts'

/**
 * Finds the route that this request would reach if it had the given method, without running any middleware. It also
 * looks into nested applications, under prefixes and behind service names.
 *
 * For middleware that answers questions about a route, such as a CORS preflight. If routes have the path but none has
 * the method, the result has the allowed methods. An application that is not piped, but called by the code of
 * middleware, is searched only after it has got an OPTIONS request. The result is a promise only where a service has to
 * be waited for.
 *
 * @example
 * const { route } = await routeFor(request, 'GET')
 */
export function routeFor(request: ServerRequest, method: string): RouteResult | Promise<RouteResult> {
  const { search } = (sourceOf(request).notes ?? {}) as RequestNotes
  const further = search && alsoGet(method, search)
  if (further && knowsPath(further)) return further
  const plan = planAnswering(request)
  if (!plan) return notFound
  return walk(plan, routeOf(createRequest(sourceOf(request), method), method, undefined))
}

type ResultOrPromise = RouteResult | Promise<RouteResult>

/** The question which route a request would reach; `match` has the routes of the application around the node. */
function routeOf(request: ServerRequest, method: string, match: RequestMatcher | undefined): Visitor<ResultOrPromise> {
  const visitor: Visitor<ResultOrPromise> = {
    step: ({ step }) =>
      step === 'routing' && match ? alsoGet(method, (asked) => kept(request, asked, match)) : notFound,
    lazy(node, around) {
      const { made } = node.latest
      if (made) return walk(made, visitor, around)
      // A class is constructed for the first request that it handles, and not to find routes: until then it counts as
      // middleware without routes.
      if (node.from === 'class') return notFound
      const known = makeLazy(node, around.container)
      return known instanceof Promise
        ? known.then((later) => walk(later, visitor, around))
        : walk(known, visitor, around)
    },
    limited(node, around) {
      if (!limitCovers(node.limit, request)) return notFound
      return walk(node.child, routeOf(enterLimit(node.limit, request), method, match), around)
    },
    application(node, around) {
      const within = routeOf(request, method, node.content.match)
      return within.otherwise(...inside(node, around), node)
    },
    otherwise: (nodes, around) => firstOf(nodes, visitor, around),
  }
  return visitor
}

/**
 * Returns the result of the first node that has a route with the path. Later nodes are not searched, since the found
 * node also answers other methods of the path, with 405.
 */
function firstOf(nodes: readonly PlanNode[], visitor: Visitor<ResultOrPromise>, around: Around): ResultOrPromise {
  for (let i = 0; i < nodes.length; i++) {
    const found = walk(nodes[i] as PlanNode, visitor, around)
    if (found instanceof Promise) {
      return found.then((result) => (knowsPath(result) ? result : firstOf(nodes.slice(i + 1), visitor, around)))
    }
    if (knowsPath(found)) return found
  }
  return notFound
}

function knowsPath(result: RouteResult): boolean {
  return result.matched || result.allowedMethods.length > 0
}

/** Returns the result for a method; for HEAD that for GET, if no route has HEAD. */
function alsoGet(method: string, match: (method: string) => RouteResult): RouteResult {
  const result = match(method)
  const asGet = method === 'HEAD' && !result.matched ? match('GET') : undefined
  return asGet?.matched ? asGet : result
}

/** Matches a request, and keeps a match by its own method for the routing step. */
function kept(request: ServerRequest, method: string, match: RequestMatcher): RouteResult {
  const result = match(method, request)
  if (result.matched && method === request.method) keepMatch(request, match, result)
  return result
}
