import type { Route } from '@app/router'
import { HttpError } from '../messages/http-error.ts'
import type { RequestHandler } from '../messages/request-handler.ts'
import { empty, text } from '../messages/response-helpers.ts'
import { ROUTE_RESULT } from '../messages/route-result.ts'
import type { Continuation } from '../middleware/prepared-middleware.ts'

/**
 * The dispatch step: runs the matched route's middleware (contract 4.2).
 *
 * Where the path is known but not the method it answers OPTIONS with 200 and anything else with 405, both with `Allow`
 * (RFC 9110 section 10.2.1); a path that no route has goes on to what follows.
 */
export function dispatchStep(handlerOf: (route: Route) => RequestHandler, next: Continuation): RequestHandler {
  const { handle, fail } = next
  return (request) => {
    const result = request.attribute(ROUTE_RESULT)
    if (result === undefined) return handle(request)
    if (result.matched) return handlerOf(result.route)(request)
    if (result.allowedMethods.length === 0) return handle(request)
    const headers = { allow: result.allowedMethods.join(', ') }
    if (request.method === 'OPTIONS') return empty({ status: 200, headers })
    // Error middleware behind the step hears of it first (contract 7.2).
    if (fail) return fail(new HttpError(405, 'Method Not Allowed', { headers }), request)
    return text('Method Not Allowed', { status: 405, headers })
  }
}
