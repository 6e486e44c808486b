import { type AttributeKey, attributeKey, type Middleware, type Provides, provides } from '@app/core'
import { beforeSending, checkOptions, onOutcome, optionKind } from '@app/core/extending'
import type { CookieJar } from './cookie-jar.ts'
import { isDevelopment } from './environment.ts'
import { keepPrivate } from './keep-private.ts'
import { type Protection, RequestCookies } from './request-cookies.ts'
import { sealerOf } from './seal.ts'
import { type Secrets, secretKind, secretList } from './secrets.ts'
import { signerOf } from './signature.ts'

/** Options of `cookies`. */
export interface CookiesOptions {
  /**
   * The secret to sign and seal cookies: at least 32 characters that nobody can guess. In a list, the first secret
   * makes new cookies, and cookies made with any of the secrets are accepted. Default: none, so that cookies can be
   * neither signed nor sealed.
   */
  readonly secret?: Secrets | undefined
  /**
   * True if cookies are `Secure` by default: browsers send them only over TLS. Default: `true`; in development, only if
   * the request came over TLS.
   */
  readonly secure?: boolean | undefined
}

/** The attribute with the `CookieJar` of a request, which `cookies()` sets. */
export const COOKIES: AttributeKey<CookieJar, 'cookies'> = attributeKey<CookieJar, 'cookies'>('cookies', {
  shared: '@app/cookies/jar',
})

const JAR: AttributeKey<CookieJar | undefined> = attributeKey<CookieJar | undefined>('cookies', {
  shared: '@app/cookies/jar',
  default: undefined,
})

/**
 * Middleware that reads and sets cookies: each request gets a `CookieJar`, as the attribute `COOKIES`.
 *
 * The cookies of the jar are set on every response, also on the response of an error handler before this middleware,
 * and on a streamed response. A response that sets a cookie becomes `private`, whatever its caching headers are, or
 * stays `no-store`, so that no shared cache gives the cookie to other visitors. After another `cookies()` this
 * middleware does nothing, unless this one has a secret and the other has none. Throws an `OptionError` for an unknown
 * or invalid option.
 *
 * @example
 * app.pipe(cookies({ secret: process.env.APP_SECRET }))
 * app.get('/', (request) => {
 *   request.attribute(COOKIES).set('theme', 'dark', { maxAge: 3_600 })
 *   return text('Dark from now on')
 * })
 */
export function cookies(options: CookiesOptions = {}): Middleware & Provides<typeof COOKIES> {
  const { secret, secure } = checkOptions('cookies()', options, { secret: secretKind, secure: optionKind.boolean })
  const secrets = secretList(secret)
  const protection: Protection | undefined =
    secrets.length === 0 ? undefined : { signer: signerOf(secrets), sealer: sealerOf(secrets) }
  const followsRequest = secure === undefined && isDevelopment()
  return provides([COOKIES], function cookies(request, handler) {
    const outer = request.attribute(JAR)
    if (outer !== undefined && (protection === undefined || outer.hasSecret)) return handler(request)
    const isSecure = followsRequest ? request.url.startsWith('https:') : (secure ?? true)
    const jar = new RequestCookies(request.headers.get('cookie'), isSecure, protection)
    try {
      const answer = handler(request.withAttribute(COOKIES, jar))
      return answer instanceof Promise ? answer.then(leave, fail) : leave(answer)
    } catch (error) {
      return fail(error)
    }

    function leave(response: Response): Response | Promise<Response> {
      const headers = jar.leave()
      if (headers instanceof Promise) return headers.then((made) => sent(response, made))
      return sent(response, headers)
    }

    /**
     * Throws the error again. Middleware before this one makes the response, and may still act by it, such as
     * `session()`.
     */
    function fail(error: unknown): never {
      onOutcome(request, leave)
      throw error
    }

    /**
     * Sets the cookies just before the response is sent. Middleware before this one has then set its caching headers,
     * which `keepPrivate` may have to change.
     */
    function sent(response: Response, headers: readonly string[]): Response {
      if (headers.length > 0) beforeSending(request, (answer) => setCookies(answer, headers))
      return response
    }
  })
}

function setCookies({ headers }: Response, cookies: readonly string[]): void {
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  keepPrivate(headers)
}
