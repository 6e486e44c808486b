import { withRouteResult } from '../matching/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { isMatchedAsGet } from './implicit-head-middleware.ts'
import { stepPart } from './step-part.ts'

/**
 * Matches the request, and passes it on with the result as `ROUTE_RESULT`, be it a match or a failure (contract 4.2).
 *
 * The first part of the routing step. An application that pipes parts itself runs them in that order, and adds no
 * steps. Behind implicit HEAD it also finds the routes of GET.
 */
export const routeMiddleware: MiddlewareInterface = stepPart(
  'routeMiddleware',
  'routing',
  ({ handle }, { match }) =>
    (request) => {
      const result = match(request.method, request)
      const asGet = !result.matched && isMatchedAsGet(request) ? match('GET', request) : result
      return handle(withRouteResult(request, asGet.matched ? asGet : result))
    },
)
