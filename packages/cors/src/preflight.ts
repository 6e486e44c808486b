import { HttpError, type RequestHandler, type RouteResult, type ServerRequest } from '@app/core'
import { discard, routeFor } from '@app/core/extending'
import { isToken } from './cors-options.ts'
import type { RulesOf } from './cors-rules.ts'

/**
 * Returns the method that a preflight requests; `undefined` for any other request, also for an OPTIONS request of a
 * program, which lacks the headers of a preflight.
 *
 * Source: the Fetch standard, "CORS-preflight request".
 */
export function preflightMethod({ method, headers }: ServerRequest): string | undefined {
  if (method !== 'OPTIONS' || !headers.has('origin')) return undefined
  const asked = headers.get('access-control-request-method')
  return isToken(asked) ? asked : undefined
}

/**
 * Grants a preflight of an origin that the rules of the route allow; without a route the options decide. Any other
 * preflight is answered like any OPTIONS request.
 *
 * A preflight for a missing path is granted too: it has no credentials, so a response that depends on the routes would
 * tell everybody which paths exist. The response names only the requested method, since the route of another method may
 * have other rules.
 */
export async function answerPreflight(
  request: ServerRequest,
  handler: RequestHandler,
  method: string,
  rulesOf: RulesOf,
): Promise<Response> {
  const grantFor = ({ route }: RouteResult) => {
    const rules = rulesOf(route)
    const origin = rules?.allowed(request)
    return origin === undefined ? undefined : rules?.grant(request, origin, method)
  }
  const found = await routeFor(request, method)
  const early = found.matched ? grantFor(found) : undefined
  if (early !== undefined) return early
  // Something after this middleware may have rules of its own: another framework, or an application that middleware
  // calls.
  const [response, error] = await refusable(handler, request)
  if (response?.headers.has('access-control-allow-origin')) return response
  // An application that middleware calls has now said which route it has.
  const granted = grantFor(await routeFor(request, method))
  if (granted !== undefined) {
    if (response !== undefined) discard(response)
    return granted
  }
  if (response === undefined) throw error
  return response
}

/** Returns the response of a handler, or the error by which it refuses a request. */
async function refusable(
  handler: RequestHandler,
  request: ServerRequest,
): Promise<[response: Response | undefined, error?: unknown]> {
  try {
    return [await handler(request)]
  } catch (error) {
    if (HttpError.is(error) && error.status < 500) return [undefined, error]
    throw error
  }
}
