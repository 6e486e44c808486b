import { IDENTITY, type Identity, identityOf, logIn, logOut, returnPath } from '@app/authentication'
import { HttpError, html, type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { beforeSending, reportError } from '@app/core/extending'
import { SESSION } from '@app/session'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { type Attempt, keepAttempt, takeAttempt } from './attempts.ts'
import { type OidcFailure, toLoginPage } from './failure.ts'
import { checkOidcOptions, type OidcOptions } from './oidc-options.ts'
import { pathFor } from './oidc-path.ts'
import { Provider, Refusal } from './provider.ts'

/** The handlers of log-ins at others. Each is for a route whose path has the placeholder `{provider}`. */
export interface OidcHandlers {
  /** The names of the providers, for the links of a log-in page. */
  readonly providers: readonly string[]
  /** Sends the visitor to the provider, and later to the path in the parameter `return`. For GET and POST. */
  readonly logIn: RequestHandler
  /**
   * Logs the visitor in who comes back from the provider. For GET, at the path of `logIn` with `/callback` at its end;
   * the URL of this route is the redirect URI to register at the provider.
   */
  readonly callback: RequestHandler
  /**
   * Sends a visitor who has logged in to the provider, so that `identify` links the user there to the account here:
   * `linkTo` of its third argument. For POST, at the path of `logIn` with `/link` at its end.
   */
  readonly link: RequestHandler
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
  const { enter = logInAndReturn } = rest
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
  /** Returns the URL at the provider. `path` is that of `logIn`. */
  const begin = async (request: ServerRequest, path: string, linkTo?: string): Promise<string> => {
    const [name, provider] = find(request)
    const attempt: Attempt = {
      provider: name,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      returnTo: returnPath(request),
      until: Date.now() + lifetime * 1_000,
      linkTo,
    }
    const target = await provider.logInUrl(`${originOf(request)}${path}/callback`, attempt)
    keepAttempt(request.attribute(SESSION), attempt)
    return target
  }

  return {
    providers: [...known.keys()],
    logIn: uncached(async (request) => redirect(await begin(request, request.fullPath), 303)),
    link: uncached(async (request) => {
      refuseOtherMethods(request, 'link')
      const { fullPath } = request
      if (!fullPath.endsWith('/link')) {
        throw new TypeError(`oidc(): the route of ${fullPath} is for "link", so its path must end with "/link".`)
      }
      const target = await begin(request, fullPath.slice(0, -'/link'.length), identityOf(request).id)
      // A form may not be redirected to another site where a policy says form-action 'self', but a page may lead there.
      const page = `<!doctype html><meta charset="utf-8"><a href="${target.replaceAll('&', '&amp;')}">Continue</a>`
      return html(page, { headers: { refresh: `0;url=${target}` } })
    }),
    callback: uncached(async (request) => {
      const [name, provider] = find(request)
      const fail = async (reason: OidcFailure['reason'], more: Partial<OidcFailure> = {}) =>
        onFailure({ returnTo: '/', isLink: false, ...more, reason, provider: name }, request)
      const attempt = takeAttempt(request.attribute(SESSION), name, request.query.get('state'))
      if (attempt === undefined) return fail('expired')
      const { returnTo } = attempt
      const isLink = attempt.linkTo !== undefined
      const linkTo = isLink ? request.attribute(IDENTITY) : undefined
      // The visitor has logged out, or in to another account, since the link began.
      if (attempt.linkTo !== linkTo?.id) return fail('expired', { returnTo })
      const answer = new URL(`${originOf(request)}${request.fullPath}?${request.query}`)
      const confirmed = await provider.confirm(answer, attempt).catch((error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      })
      if (confirmed instanceof Refusal) {
        if (confirmed.reason === 'invalid') reportError(request, confirmed)
        return fail(confirmed.reason, { returnTo, isLink })
      }
      const identity = await identify(confirmed.claims, request, { ...confirmed.logIn, linkTo })
      if (typeof identity === 'string') return fail('refused', { returnTo, isLink, message: identity })
      if (identity === undefined || identity === null) return fail('refused', { returnTo, isLink })
      // A visitor who links a user to their own account has passed what `enter` asks for.
      const welcome = linkTo?.id === identity.id ? logInAndReturn : enter
      return welcome(request, identity, returnTo)
    }),
    logOut: uncached(async (request) => {
      refuseOtherMethods(request, 'log-out')
      const [, provider] = find(request)
      const path = await pathFor('afterLogOut', afterLogOut, request)
      logOut(request)
      const target = await provider.logOutUrl(originOf(request) + path).catch((error: unknown) => {
        reportError(request, error)
      })
      return redirect(target ?? path, 303)
    }),
  }
}

function logInAndReturn(request: ServerRequest, identity: Identity, returnTo: string): Response {
  logIn(request, identity)
  return redirect(returnTo, 303)
}

function refuseOtherMethods({ method }: ServerRequest, what: string): void {
  if (method === 'POST') return
  throw new HttpError(405, `Any site can make a browser send a GET, so ${what} is a POST.`, {
    headers: { allow: 'POST' },
  })
}

/** The headers of a response that the application returns may be ones that cannot change. */
function uncached(handler: RequestHandler): RequestHandler {
  return (request) => {
    beforeSending(request, ({ headers }) => headers.set('cache-control', 'no-store'))
    return handler(request)
  }
}
