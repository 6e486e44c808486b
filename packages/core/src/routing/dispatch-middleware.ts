import type { Route } from '@app/router'
import type { RequestHandler } from '../messages/request-handler.ts'
import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { StepPart } from './step-part.ts'

/**
 * Dispatch alone, as a part of the dispatch step (contract 4.2): runs the matched route's middleware, and goes on where
 * no route matched, or where nothing routed before it.
 */
export const dispatchMiddleware: MiddlewareInterface = new StepPart('dispatchMiddleware', 'dispatch', (steps, next) =>
  steps.run(next),
)

/** Runs the matched route, and goes on with every other request. */
export function runMatched(handlerOf: (route: Route) => RequestHandler, next: RequestHandler): RequestHandler {
  return (request) => {
    const result = request.attribute(ROUTE_RESULT)
    return result?.matched ? handlerOf(result.route)(request) : next(request)
  }
}
