import type { Matcher } from '@app/router'
import type { RequestHandler } from '../messages/request-handler.ts'
import { withRouteResult } from '../messages/route-result.ts'

/**
 * The routing step: matches the request and passes on its result, a failure too (contract 4.1, 4.2).
 *
 * A HEAD request that no route answers has the result of GET, so that whatever looks at it sees the route that runs.
 */
export function routingStep(matcher: Matcher, next: RequestHandler): RequestHandler {
  return (request) => {
    const { method, path } = request
    let result = matcher(method, path)
    if (!result.matched && method === 'HEAD') {
      const asGet = matcher('GET', path)
      if (asGet.matched) result = asGet
    }
    return next(withRouteResult(request, result))
  }
}
