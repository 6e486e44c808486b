import type { ServerRequest } from '@app/http'
import { ROUTE_RESULT, withRouteResult } from '../matching/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { stepPart } from './step-part.ts'

/**
 * Matches a HEAD request again as GET if no route has HEAD, so that guards behind it see the route that will run
 * (contract 4.1).
 *
 * The second part of the routing step. Like every answer to HEAD, the answer is sent without a body.
 */
export const implicitHeadMiddleware: MiddlewareInterface = stepPart(
  'implicitHeadMiddleware',
  'part',
  ({ handle }, { match }) =>
    (request) => {
      if (request.method !== 'HEAD') return handle(request)
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched) return handle(request)
      const asGet = match('GET', request)
      return handle(asGet.matched ? withRouteResult(request, asGet) : request)
    },
)

/**
 * Whether implicit HEAD has matched this request, in this application or one around it, by a route that does not have
 * HEAD itself.
 */
export function isMatchedAsGet(request: ServerRequest): boolean {
  if (request.method !== 'HEAD') return false
  const methods = request.attribute(ROUTE_RESULT)?.route?.methods
  return methods !== undefined && methods !== null && !methods.includes('HEAD')
}
