import { COOKIES, cookies, type Secrets } from '@app/cookies'
import { secretKind } from '@app/cookies/internal'
import { HttpError, type Middleware, type Provides, provides, type ServerRequest } from '@app/core'
import { checkOptions, type Origins, optionKind } from '@app/core/extending'
import { CSRF } from './csrf-tokens.ts'
import { senderOf } from './origin.ts'
import { RequestTokens } from './request-tokens.ts'

/** Options of `csrf`. */
export interface CsrfOptions {
  /**
   * Other origins that may write to this site, such as `https://admin.example.org` or `capacitor://localhost`: a list,
   * or a function `(origin, request) => boolean`. Default: none, not even subdomains.
   */
  readonly origins?: Origins<ServerRequest> | undefined
  /**
   * The secret that signs the cookie of the token, with at least 32 characters that nobody can guess, or a list of
   * secrets for rotation. Default: the secret of `cookies()` before it; without any secret there are no tokens.
   */
  readonly secret?: Secrets | undefined
  /**
   * The name of the form field with the token. Default: `csrf`. Other requests have the token in the header
   * `x-csrf-token`.
   */
  readonly field?: string | undefined
}

/**
 * Middleware that refuses writes from other sites with 403. Requests with GET, HEAD and OPTIONS always pass, so
 * handlers for these methods must not change data.
 *
 * A request with an `Origin` in the option `origins` passes. For other requests `Sec-Fetch-Site` decides, or `Origin`
 * if that header is missing. A request with neither header passes if it has nothing that a browser sends by itself: no
 * cookie, and no `Authorization` with `Basic`, `Digest`, `Negotiate` or `NTLM`. Otherwise it needs a token, from
 * `request.attribute(CSRF)`. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe(csrf({ origins: ['https://pay.example'] }))
 */
export function csrf(options: CsrfOptions = {}): Middleware & Provides<typeof CSRF | typeof COOKIES> {
  const { origins = [], secret, field = 'csrf' } = checkOptions('csrf()', options, KINDS)
  const withJar = cookies(secret === undefined ? {} : { secret })
  return provides([CSRF, COOKIES], function csrf(request, handler) {
    return withJar(request, (inner) => {
      const tokens = new RequestTokens(inner, field)
      const marked = inner.withAttribute(CSRF, tokens)
      if (SAFE.has(inner.method)) return handler(marked)
      const sender = senderOf(inner, origins)
      if (sender === 'another site') throw refused(inner)
      if (sender === 'this site' || !hasAmbientRights(inner)) return handler(marked)
      return tokens.check().then((problem) => {
        if (problem !== undefined) throw new HttpError(403, `${goalOf(inner)} ${NEEDS_TOKEN}, and ${problem}`)
        return handler(marked)
      })
    })
  })
}

/**
 * True if the request has rights that a browser sends by itself, even if another site causes the request: a cookie, or
 * an `Authorization` with `Basic`, `Digest`, `Negotiate` or `NTLM`.
 */
function hasAmbientRights({ headers }: ServerRequest): boolean {
  return headers.has('cookie') || /^(?:basic|digest|negotiate|ntlm)\b/i.test(headers.get('authorization') ?? '')
}

function refused(request: ServerRequest): HttpError {
  const { headers } = request
  const [site, origin] = [headers.get('sec-fetch-site') ?? 'absent', headers.get('origin') ?? 'absent']
  const advice = optionKind.origins.accepts([origin])
    ? ` If that site may write here: csrf({ origins: [${JSON.stringify(origin)}] }).`
    : ''
  const message = `${goalOf(request)} was refused as a write from another site: Sec-Fetch-Site is ${site}, Origin is ${origin}.`
  return new HttpError(403, `${message}${advice}`)
}

/** Returns the method and the path of a request, for errors. */
function goalOf({ method, fullPath }: ServerRequest): string {
  return `${method} ${fullPath}`
}

const KINDS = {
  origins: optionKind.either(optionKind.origins, optionKind.function),
  secret: secretKind,
  field: optionKind.text,
}
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const NEEDS_TOKEN =
  'was refused: it has a cookie or a password and neither Sec-Fetch-Site nor Origin, so that it needs a token'
