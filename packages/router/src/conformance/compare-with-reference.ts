import { compileRoutes } from '../compile-routes.ts'
import type { RouterInterface } from '../router-interface.ts'
import { ConformanceError } from './conformance-error.ts'
import { outcomeOf } from './outcome.ts'
import { type Choose, randomRequest, randomRoutes } from './random-routing.ts'
import { ReferenceRouter } from './reference-router.ts'

/**
 * Compares a router with `ReferenceRouter` on one random table of routes and `count` random requests.
 *
 * `choose(n)` returns an integer from 0 up to, but not including, `n`. All randomness comes from `choose`, so that a
 * property test can shrink a failure. Throws if route, params or allowed methods differ.
 *
 * @example
 * compareWithReference(new FindMyWayRouter(), (count) => Math.floor(Math.random() * count), 1_000)
 */
export function compareWithReference(router: RouterInterface, choose: Choose, count = 20): void {
  const routes = randomRoutes(choose, router.traits.tokens === 'honored')
  const reference = new ReferenceRouter(router.traits).compile(routes)
  const matcher = compileRoutes(router, routes)
  for (let i = 0; i < count; i++) {
    const request = randomRequest(choose, routes)
    const [method, path] = request.split(' ') as [string, string]
    const expected = outcomeOf(routes, reference(method, path))
    const got = outcomeOf(routes, matcher(method, path))
    if (got !== expected) throw ConformanceError.of(routes, request, expected, got)
  }
}
