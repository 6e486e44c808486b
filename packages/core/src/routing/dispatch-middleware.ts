import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import type { PreparesItself } from '../middleware/prepared-middleware.ts'
import { stepPart } from './step-part.ts'

/**
 * Runs the middleware of the matched route. Passes on a request without a match (contract 4.2).
 *
 * A part of the dispatch step.
 */
export const dispatchMiddleware: MiddlewareInterface & PreparesItself = stepPart(
  'dispatchMiddleware',
  'dispatch',
  (next, routes) => (request) => {
    const result = request.attribute(ROUTE_RESULT)
    return result?.matched ? routes.run(result.route, next)(request) : next.handle(request)
  },
)
