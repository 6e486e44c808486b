import { compileRoutes, type Route, type RouteResult, type RouterInterface } from '@app/router'
import { createPathForm, expandOptional, methodsOf } from '@app/router/adapter'
import { pathsOfRoutes } from './paths-of-routes.ts'

/** A route for which two routers answer a request differently, or that only one of them accepts. */
export interface RouterDifference {
  /**
   * The route that the first router chooses for the request, else the route that the second chooses. If both answer 404
   * or 405: the first route that matches the path. Without `request`: the route that one of the routers refuses.
   */
  readonly route: Route
  /** A request that shows the difference; absent if a router refuses the route. */
  readonly request?: { readonly method: string; readonly path: string }
  /**
   * The answer of each router, such as `GET /users/{id}, id=7`, `404` or `405, Allow: GET`. For a route that only one
   * router refuses: the reason of this router, and `takes it` for the other router.
   */
  readonly answers: readonly [string, string]
}

/**
 * Compares the answers of two routers to requests: for paths of each route, for paths that several routes match, and
 * for paths that nearly match a route. Two answers may differ in the route, the params, the status (404 or 405), or the
 * methods of a 405. For each route and each pair of answers (a route, 404 or 405), one request is reported. Each route
 * that only one of the routers refuses is reported too.
 *
 * Only some values of each token and each catch-all are tried, and the search for paths ends after about 100,000 paths.
 * If one of the routers does not pass the conformance kit of `@app/router`, an empty list is not a proof that the
 * routers are alike.
 *
 * @example
 * ```ts
 * import { Route } from '@app/core'
 * import { compareRouters } from '@app/proofs'
 * import { FindMyWayRouter } from '@app/router-find-my-way'
 * import { TrouterRouter } from '@app/router-trouter'
 *
 * const routes = [new Route('/{page}', () => new Response('page')), new Route('/about', () => new Response('about'))]
 * for (const { request, answers } of compareRouters(new FindMyWayRouter(), new TrouterRouter(), routes)) {
 *   console.log(request?.path, answers)
 * }
 * ```
 */
export function compareRouters(
  a: RouterInterface,
  b: RouterInterface,
  routes: readonly Route[],
): readonly RouterDifference[] {
  const found = new Map<string, RouterDifference>()
  const { taken, refused } = takenByBoth(a, b, routes)
  for (const difference of refused) found.set(`${found.size}`, difference)
  const [matchA, matchB] = [compileRoutes(a, taken), compileRoutes(b, taken)]
  const methods = methodsIn(taken, [a, b])
  for (const path of pathsOfRoutes(taken)) {
    for (const method of methods) {
      const results = [matchA(method, path), matchB(method, path)] as const
      const [one, other] = results.map(answerText) as [string, string]
      if (one === other) continue
      const route = results[0].route ?? results[1].route ?? routeWith(path, taken)
      if (route === undefined) continue
      const key = JSON.stringify([taken.indexOf(route), ...results.map((result) => kindOf(result, taken))])
      if (!found.has(key)) found.set(key, { route, request: { method, path }, answers: [one, other] })
    }
  }
  return [...found.values()]
}

/**
 * Finds the routes that both routers accept together in one table, and, for each route that only one of them refuses,
 * the reason of this router.
 */
function takenByBoth(a: RouterInterface, b: RouterInterface, routes: readonly Route[]) {
  const refused: RouterDifference[] = []
  if (!refusal(a, routes) && !refusal(b, routes)) return { taken: routes, refused }
  const taken: Route[] = []
  for (const route of routes) {
    const [one, other] = [refusal(a, [...taken, route]), refusal(b, [...taken, route])]
    if (one === undefined && other === undefined) taken.push(route)
    else if (one === undefined || other === undefined)
      refused.push({ route, answers: [one ?? 'takes it', other ?? 'takes it'] })
  }
  return { taken, refused }
}

function refusal(router: RouterInterface, routes: readonly Route[]): string | undefined {
  try {
    compileRoutes(router, routes)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns the methods of the requests to try: the methods of the routes, methods that a router adds to those of a
 * route, a few common methods, and a method that no route has.
 */
function methodsIn(routes: readonly Route[], routers: readonly RouterInterface[]): readonly string[] {
  const added = routers.flatMap(({ traits }) => {
    const own = routes.flatMap((route) => {
      const methods = methodsOf(route, traits)
      return methods === 'any' ? [] : methods
    })
    return [...own, ...(traits.alsoMethods ?? [])]
  })
  return [...new Set(['GET', 'HEAD', 'POST', 'OPTIONS', ...added, 'X-NO-ROUTE'])]
}

function answerText(result: RouteResult): string {
  if (!result.matched) {
    const { allowedMethods } = result
    return allowedMethods.length === 0 ? '404' : `405, Allow: ${[...new Set(allowedMethods)].sort().join(', ')}`
  }
  const params = Object.entries(result.params).sort(([a], [b]) => (a < b ? -1 : 1))
  return [String(result.route), ...params.map(([name, value]) => `${name}=${value}`)].join(', ')
}

/**
 * Returns the kind of an answer: the index of its route, or `404`, or `405`. If several requests to one route get
 * answers of the same two kinds, only the first of these differences is reported.
 */
function kindOf(result: RouteResult, routes: readonly Route[]): number | string {
  if (result.matched) return routes.indexOf(result.route)
  return result.allowedMethods.length === 0 ? '404' : '405'
}

function routeWith(path: string, routes: readonly Route[]): Route | undefined {
  return routes.find((route) =>
    expandOptional(route.segments).some((form) =>
      form.length === 0 ? path === '' : createPathForm(route, form).match(path) !== undefined,
    ),
  )
}
