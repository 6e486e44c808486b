import { empty } from '../messages/response-helpers.ts'
import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { Middleware } from '../middleware/middleware.ts'

/**
 * Answers OPTIONS with 200 and `Allow` if routes have the path, but none has OPTIONS (contract 4.1).
 *
 * A part of the dispatch step. Source: RFC 9110 section 9.3.7.
 */
export const implicitOptionsMiddleware: Middleware = function implicitOptionsMiddleware(request, handler) {
  if (request.method !== 'OPTIONS') return handler(request)
  const result = request.attribute(ROUTE_RESULT)
  if (result === undefined || result.matched || result.allowedMethods.length === 0) return handler(request)
  return empty({ status: 200, headers: { allow: result.allowedMethods.join(', ') } })
}
