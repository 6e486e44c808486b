import { empty } from '../messages/response-helpers.ts'
import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { Middleware } from '../middleware/middleware.ts'

/**
 * Implicit OPTIONS alone, as a part of the dispatch step (contract 4.1): answers OPTIONS with 200 and `Allow` where the
 * path is known and no route has the method. Source: RFC 9110 section 9.3.7.
 */
export const implicitOptionsMiddleware: Middleware = (request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  if (request.method !== 'OPTIONS' || result === undefined || result.matched) return handler(request)
  if (result.allowedMethods.length === 0) return handler(request)
  return empty({ status: 200, headers: { allow: result.allowedMethods.join(', ') } })
}
