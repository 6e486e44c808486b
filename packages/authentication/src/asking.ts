import { type AttributeKey, attributeKey, HttpError, redirect, type ServerRequest } from '@app/core'
import type { Authenticator } from './authenticator.ts'
import { IDENTITY, type Identity } from './identity.ts'
import { LOGIN_PAGE, type PagePath, pagePathFor } from './page-path.ts'

/** Answers a visitor who has to log in: programs get an error, browsers are redirected to the log-in page. */
export interface Asking {
  /**
   * Makes the 401 for programs. `wrong` is the error that an authenticator has thrown for wrong credentials, if there
   * is one.
   */
  error(request: ServerRequest, wrong?: HttpError): HttpError
  /**
   * Redirects a browser that wants to show a page to `loginPage`; returns `undefined` for other requests, and if the
   * option `loginPage` is not set.
   */
  page(request: ServerRequest): Response | undefined
}

export function askingOf(authenticators: readonly Authenticator[], loginPage: PagePath | undefined): Asking {
  return {
    error: (request, wrong) => {
      const own = wrong?.headers['www-authenticate']
      const challenges = authenticators.map((authenticator) => authenticator.challenge(request))
      const shown = challenges.map((text) => (own !== undefined && isSameScheme(own, text) ? own : text))
      const headers = { ...wrong?.headers, 'www-authenticate': [...new Set(shown)].join(', ') }
      const nobody = `${request.method} ${request.fullPath} is for visitors who have logged in, by ${shown.map(schemeOf).join(' or ')}.`
      return new HttpError(401, wrong?.message ?? nobody, { headers })
    },
    page: (request) => {
      if (!showsPages(request)) return undefined
      const path = pagePathFor(LOGIN_PAGE, loginPage, request)
      if (path === undefined || request.fullPath === path) return undefined
      const { url, fullPath } = request
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
      const answer = redirect(`${path}?return=${encodeURIComponent(fullPath + query)}`, 303)
      answer.headers.set('cache-control', 'no-store')
      return answer
    },
  }
}

/**
 * The attribute with the responses to a visitor who has to log in. Each `authentication()` sets the attribute: with
 * several before a handler, the last one decides. The default is for requests that no `authentication()` has seen.
 */
export const ASKING: AttributeKey<Asking> = attributeKey<Asking>('asking', {
  shared: '@app/authentication/asking',
  default: {
    error: () => new HttpError(401, NOTHING_IN_FRONT),
    page: () => undefined,
  },
})

/**
 * Returns the identity of a request.
 *
 * Throws an `HttpError` of 401, with the challenges of all authenticators, for a request without an identity.
 *
 * @example
 * app.get('/me', (request) => json(identityOf(request)))
 */
export function identityOf(request: ServerRequest<never> | ServerRequest): Identity {
  const identity = (request as ServerRequest).attribute(IDENTITY)
  if (identity === undefined) throw (request as ServerRequest).attribute(ASKING).error(request as ServerRequest)
  return identity
}

/**
 * Refuses a visitor who has not logged in. Call it in your own middleware that guards routes: a browser that shows a
 * page is redirected to `loginPage`.
 *
 * Throws an `HttpError` of 401, with the challenges of all authenticators, for all other requests, and if the option
 * `loginPage` is not set.
 *
 * @example
 * app.pipe('/admin', (request, handler) =>
 *   request.attribute(IDENTITY) === undefined ? refuseUnauthenticated(request) : handler(request),
 * )
 */
export function refuseUnauthenticated(request: ServerRequest): Response {
  const asking = request.attribute(ASKING)
  const page = asking.page(request)
  if (page === undefined) throw asking.error(request)
  return page
}

/**
 * True if a browser sends the request in order to show the response as a page. A script that calls `fetch` shows no
 * page, so it gets the 401 in place of the redirect.
 */
function showsPages({ method, headers }: ServerRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers.has('authorization')) return false
  const mode = headers.get('sec-fetch-mode')
  return mode === null ? /\btext\/html\b/.test(headers.get('accept') ?? '') : mode === 'navigate'
}

function isSameScheme(one: string, other: string): boolean {
  return schemeOf(one).toLowerCase() === schemeOf(other).toLowerCase()
}

function schemeOf(challenge: string): string {
  return challenge.split(' ', 1)[0] ?? ''
}

const NOTHING_IN_FRONT =
  'Nobody can log in: no authentication() of @app/authentication has seen this request. Pipe it earlier.'
