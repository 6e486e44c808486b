import { logIn, logOut, returnPath } from '@app/authentication'
import { HttpError, type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { reportError } from '@app/core/extending'
import { SESSION } from '@app/session'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { type Attempt, keepAttempt, takeAttempt } from './attempts.ts'
import { type OidcFailure, toLoginPage } from './failure.ts'
import { checkOidcOptions, type OidcOptions } from './oidc-options.ts'
import { Provider, Refusal } from './provider.ts'

/** The handlers of log-ins at others. Each is for a route whose path has the placeholder `{provider}`. */
export interface OidcHandlers {
  /** Sends the visitor to the provider, and later to the path in the parameter `return`. For GET and POST. */
  readonly logIn: RequestHandler
  /**
   * Logs the visitor in who comes back from the provider. For GET, at the path of `logIn` with `/callback` at its end;
   * the URL of this route is the redirect URI to register at the provider.
   */
  readonly callback: RequestHandler
  /** Logs the visitor out, here and at the provider. For POST. */
  readonly logOut: RequestHandler
}

/**
 * Makes the handlers for log-ins at others by OpenID Connect: authorization code with PKCE, `state` and `nonce`.
 *
 * Needs `session()` of `@app/session` before it; `authentication()` with a `sessionAuthenticator()` then recognizes the
 * visitor. Throws an `OptionError` for an unknown or invalid option. Source: OpenID Connect Core 1.0, RFC 9700, RFC
 * 9207.
 *
 * @example
 * const atOthers = oidc({
 *   providers: { google: { issuer: 'https://accounts.google.com', clientId, clientSecret } },
 *   identify: ({ iss, sub }) => accounts.find(iss, sub),
 * })
 * app.get('/log-in/{provider}', atOthers.logIn)
 * app.get('/log-in/{provider}/callback', atOthers.callback)
 */
export function oidc(options: OidcOptions): OidcHandlers {
  const { providers, identify, origin, ...rest } = checkOidcOptions(options)
  const { loginPage = '/log-in', afterLogOut = '/', lifetime = 600, timeout = 5, clockTolerance = 30 } = rest
  const { onFailure = (failure, request) => toLoginPage(failure, request, loginPage) } = rest
  const known = new Map(
    Object.entries(providers).map(([name, one]) => [name, new Provider(name, one, { timeout, clockTolerance })]),
  )
  const find = ({ params, fullPath }: ServerRequest): [name: string, provider: Provider] => {
    const { provider: name } = params
    if (name === undefined) throw new TypeError(`oidc(): the route of ${fullPath} has no placeholder {provider}.`)
    const found = known.get(name)
    if (found === undefined) throw new HttpError(404, `oidc() has no provider "${name}".`)
    return [name, found]
  }
  const originOf = ({ url }: ServerRequest) => origin ?? new URL(url).origin

  return {
    logIn: async (request) => {
      const [name, provider] = find(request)
      const attempt: Attempt = {
        provider: name,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        returnTo: returnPath(request),
        until: Date.now() + lifetime * 1_000,
      }
      const target = await provider.logInUrl(`${originOf(request)}${request.fullPath}/callback`, attempt)
      keepAttempt(request.attribute(SESSION), attempt)
      return uncached(redirect(target, 303))
    },
    callback: async (request) => {
      const [name, provider] = find(request)
      const fail = async (reason: OidcFailure['reason'], returnTo = '/') =>
        uncached(await onFailure({ reason, provider: name, returnTo }, request))
      const attempt = takeAttempt(request.attribute(SESSION), name, request.query.get('state'))
      if (attempt === undefined) return fail('expired')
      const { returnTo } = attempt
      const answer = new URL(`${originOf(request)}${request.fullPath}?${request.query}`)
      const confirmed = await provider.confirm(answer, attempt).catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
      if (confirmed instanceof Refusal) {
        if (confirmed.reason === 'invalid') reportError(request, confirmed)
        return fail(confirmed.reason, returnTo)
      }
      const identity = await identify(confirmed.claims, request, confirmed.logIn)
      if (identity === undefined || identity === null) return fail('refused', returnTo)
      logIn(request, identity)
      return uncached(redirect(returnTo, 303))
    },
    logOut: async (request) => {
      if (request.method !== 'POST') {
        throw new HttpError(405, 'Any site can make a browser send a GET, so log-out is a POST.', {
          headers: { allow: 'POST' },
        })
      }
      const [, provider] = find(request)
      logOut(request)
      const target = await provider.logOutUrl(originOf(request) + afterLogOut).catch((error: unknown) => {
        reportError(request, error)
      })
      return uncached(redirect(target ?? afterLogOut, 303))
    },
  }
}

function uncached(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  return response
}
