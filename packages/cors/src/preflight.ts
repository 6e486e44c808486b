import type { RequestHandler, ServerRequest } from '@app/core'
import { routeFor } from '@app/core/extending'
import { isToken } from './cors-options.ts'
import type { PolicyOf } from './policy.ts'

/**
 * Gives the method that a preflight requests; `undefined` for any other request, also for an OPTIONS request of a
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
 * Grants a preflight of an origin that the policy allows, if a route has the requested method, or if a piped handler's
 * answer to OPTIONS names this method in `Allow`. Any other preflight is answered like any OPTIONS request, so that a
 * path without routes is a 404.
 *
 * The answer names only the requested method, since the route of another method may have another policy.
 */
export async function answerPreflight(
  request: ServerRequest,
  handler: RequestHandler,
  method: string,
  policyOf: PolicyOf,
): Promise<Response> {
  const found = await routeFor(request, method)
  const policy = policyOf(found.route)
  const origin = policy?.allowed(request)
  if (found.matched && policy && origin !== undefined) return policy.grant(request, origin, method)
  const response = await handler(request)
  if (found.matched || found.allowedMethods.length > 0 || !policy || origin === undefined) return response
  // The routes of an application that middleware calls by `process()` cannot be searched. But the answer of that
  // application to OPTIONS has the methods in `Allow`.
  if (!response.ok || response.headers.has('access-control-allow-origin') || !allows(response, method)) return response
  await response.body?.cancel()
  return policy.grant(request, origin, method)
}

function allows({ headers }: Response, method: string): boolean {
  return (headers.get('allow') ?? '').split(',').some((allowed) => allowed.trim() === method)
}
