import { withRouteResult } from '../messages/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import type { PreparesItself } from '../middleware/prepared-middleware.ts'
import { stepPart } from './step-part.ts'

/**
 * Matches the request and goes on with the result, a failure too, as `ROUTE_RESULT` (contract 4.2).
 *
 * The first part of the routing step. An application that pipes parts gets no steps of its own, and runs them in the
 * order in which they were piped.
 */
export const routeMiddleware: MiddlewareInterface & PreparesItself = stepPart(
  'routeMiddleware',
  'routing',
  ({ handle }, { match }) =>
    (request) =>
      handle(withRouteResult(request, match(request.method, request.path))),
)
