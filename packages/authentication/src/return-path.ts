import type { ServerRequest } from '@app/core'

/**
 * Returns the path to redirect to after log-in: the parameter `return`, which the redirect to `loginPage` has set.
 *
 * The result is always a path of this site. For any other value the result is `fallback`, such as for `//evil.example`,
 * which browsers treat as another site.
 *
 * @example
 * app.post('/log-in', (request) => redirect(returnPath(request), 303))
 */
export function returnPath(request: ServerRequest<never> | ServerRequest, fallback = '/'): string {
  const asked = (request as ServerRequest).query.get('return')
  return asked !== null && PATH.test(asked) ? asked : fallback
}

/**
 * Matches a path of this site: one slash, then printable ASCII without backslashes, which browsers treat like slashes.
 */
const PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/
