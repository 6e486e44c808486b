import { text } from '../messages/response-helpers.ts'
import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { Middleware } from '../middleware/middleware.ts'

/**
 * Method not allowed alone, as a part of the dispatch step: answers 405 and `Allow` where the path is known and no route
 * has the method. Source: RFC 9110 section 15.5.6.
 */
export const methodNotAllowedMiddleware: Middleware = (request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  if (result === undefined || result.matched || result.allowedMethods.length === 0) return handler(request)
  return text('Method Not Allowed', { status: 405, headers: { allow: result.allowedMethods.join(', ') } })
}
