import type { Matcher } from '@app/router'
import type { RequestHandler } from '../messages/request-handler.ts'
import { withRouteResult } from '../messages/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { StepPart } from './step-part.ts'

/**
 * Routing alone, as a part of the routing step (contract 4.2): sets `ROUTE_RESULT`, for a failure too, and goes on.
 *
 * An application that pipes a part gets no steps of its own: whoever takes the parts singly puts them in order.
 */
export const routeMiddleware: MiddlewareInterface = new StepPart('routeMiddleware', 'routing', (steps, next) =>
  steps.match(next),
)

/** Matches each request and goes on with the result. */
export function matchEach(matcher: Matcher, next: RequestHandler): RequestHandler {
  return (request) => next(withRouteResult(request, matcher(request.method, request.path)))
}
