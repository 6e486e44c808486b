import { ROUTE_RESULT } from '../matching/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { runGuarded } from './dispatch-guards.ts'
import { stepPart } from './step-part.ts'

/**
 * Runs the middleware of the matched route, after the guards of the request have accepted it. Passes on a request
 * without a match (contract 4.2).
 *
 * A part of the dispatch step.
 */
export const dispatchMiddleware: MiddlewareInterface = stepPart(
  'dispatchMiddleware',
  'dispatch',
  (next, routes) => (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (!result?.matched) return next.handle(request)
    return runGuarded(routes.run(result.route, next), result.route, request, next)
  },
)
