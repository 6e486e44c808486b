import {
  type AttributeKey,
  attributeKey,
  type MetadataKey,
  type Middleware,
  matchedRoute,
  metadataKey,
  type Provides,
  provides,
} from '@app/core'
import { beforeSending, forEveryResponse, isWatched } from '@app/core/extending'
import { headersOf, type SecurityHeadersOptions } from './headers-of.ts'
import { sayBlockedForm } from './say-blocked-form.ts'

/** The nonce of a request: browsers run a `<script nonce="…">` with this nonce, inline or not. */
export const NONCE: AttributeKey<string, 'nonce'> = attributeKey<string, 'nonce'>('nonce', {
  shared: '@app/security-headers/nonce',
})

/**
 * The options of one route. Each option replaces the same option of `securityHeaders()`, except `contentSecurityPolicy`
 * and `permissionsPolicy`: of these, only the given directives and features are replaced.
 */
export const SECURITY_HEADERS: MetadataKey<SecurityHeadersOptions> = metadataKey<SecurityHeadersOptions>(
  '@app/security-headers',
  {
    check: (value) => {
      headersOf('securityHeaders', value as SecurityHeadersOptions)
      return value as SecurityHeadersOptions
    },
  },
)

/**
 * Middleware that sets the headers by which browsers protect a site, on every response, including those to errors. A
 * header that the response already has is not replaced. After another `securityHeaders()` the middleware does nothing:
 * to change the options of single routes, use the metadata `SECURITY_HEADERS`. Throws an `OptionError` for an unknown
 * or invalid option.
 *
 * @example
 * app.pipe(securityHeaders())
 */
export function securityHeaders(options: SecurityHeadersOptions = {}): Middleware & Provides<typeof NONCE> {
  const general = headersOf('securityHeaders()', options)
  const made = new WeakMap<object, typeof general>()
  const headersFor = (own: SecurityHeadersOptions | undefined) => {
    if (own === undefined) return general
    const headers = made.get(own) ?? headersOf('securityHeaders()', merged(options, own))
    made.set(own, headers)
    return headers
  }
  const isDeveloped = isWatched()
  const set: Middleware = function securityHeaders(request, handler) {
    if (request.attribute(NONCE, undefined) !== undefined) return handler(request)
    const nonce = newNonce()
    beforeSending(request, (response) => {
      for (const [name, value] of headersFor(matchedRoute(request)?.metadata(SECURITY_HEADERS))) {
        if (!response.headers.has(name)) response.headers.set(name, value(nonce))
      }
      if (isDeveloped) sayBlockedForm(request, response)
    })
    return handler(request.withAttribute(NONCE, nonce))
  }
  return provides([NONCE], forEveryResponse(set))
}

function merged(options: SecurityHeadersOptions, own: SecurityHeadersOptions): SecurityHeadersOptions {
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  const both = (key: 'contentSecurityPolicy' | 'permissionsPolicy') =>
    options[key] && own[key] && { [key]: { ...options[key], ...own[key] } }
  return { ...options, ...given, ...both('contentSecurityPolicy'), ...both('permissionsPolicy') }
}

/** A nonce of 128 random bits, as the standard demands. Source: Content Security Policy Level 3, section 7.1. */
function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
