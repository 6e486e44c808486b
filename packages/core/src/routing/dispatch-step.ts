import type { Route } from '@app/router'
import { empty, text } from '../messages/response-helpers.ts'
import type { RequestHandler } from '../middleware/middleware.ts'
import { ROUTE_RESULT } from './route-result.ts'

/**
 * The dispatch step: runs the matched route's middleware (contract 4.2).
 *
 * Where the path is known but not the method it answers OPTIONS with 200 and anything else with 405, both with `Allow`
 * (RFC 9110 section 10.2.1); a path that no route has goes on to what follows.
 */
export function dispatchStep(handlerOf: (route: Route) => RequestHandler, next: RequestHandler): RequestHandler {
  return (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (result === undefined) return next(request)
    if (result.matched) return handlerOf(result.route)(request)
    if (result.allowedMethods.length === 0) return next(request)
    const headers = { allow: result.allowedMethods.join(', ') }
    if (request.method === 'OPTIONS') return empty({ status: 200, headers })
    return text('Method Not Allowed', { status: 405, headers })
  }
}
