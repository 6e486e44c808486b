import type { RouteResult, ServerRequest } from '@app/core'
import type { RequestMatcher } from '@app/core/internal'

/**
 * Returns the result of routing after the whole routing step has run, or, if `part` is given, after the part of the
 * step with this name has run. `result` is the result of the routing steps and parts before it.
 */
export function routed(
  part: string | undefined,
  match: RequestMatcher,
  request: ServerRequest,
  result: RouteResult | undefined,
): RouteResult | undefined {
  const { method } = request
  const isHead = method === 'HEAD'
  const asGet = isHead ? match('GET', request) : undefined
  const isFailure = result?.matched === false
  if (part === 'implicitHeadMiddleware') return isFailure && asGet?.matched ? asGet : result
  const own = match(method, request)
  const wasGet = isHead && result?.matched && result.route.methods?.includes('HEAD') === false
  return !own.matched && asGet?.matched && (part === undefined || wasGet) ? asGet : own
}
