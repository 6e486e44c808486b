import type { Matcher } from '@app/router'
import type { RequestHandler } from '../messages/request-handler.ts'
import { ROUTE_RESULT, withRouteResult } from '../messages/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { StepPart } from './step-part.ts'

/**
 * Implicit HEAD alone, as a part of the routing step (contract 4.1): gives a HEAD request that no route answers the
 * route of GET. It stands behind `routeMiddleware`; the answer goes out without its body, as every answer to HEAD.
 */
export const implicitHeadMiddleware: MiddlewareInterface = new StepPart(
  'implicitHeadMiddleware',
  'object',
  (steps, next) => steps.head(next),
)

/** Routes a HEAD request that failed as GET, and goes on with that result where it is a match. */
export function headAsGet(matcher: Matcher, next: RequestHandler): RequestHandler {
  return (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (request.method !== 'HEAD' || result === undefined || result.matched) return next(request)
    const asGet = matcher('GET', request.path)
    return next(asGet.matched ? withRouteResult(request, asGet) : request)
  }
}
