import type { ServerRequest } from '@app/core'
import type { AuthenticationResult } from './identity.ts'

/** One way to find out who a request comes from. */
export interface Authenticator {
  /**
   * Who the request comes from; nothing if it has no credentials for this authenticator.
   *
   * Throws an `HttpError` of 401 for wrong credentials. Its header `www-authenticate` takes the place of the challenge.
   */
  authenticate(request: ServerRequest): AuthenticationResult
  /** How to log in by it, in the form of `WWW-Authenticate`: `Basic realm="stock"`. */
  challenge(request: ServerRequest): string
  /** How a document of OpenAPI tells it, by name: `{ bearer: { type: 'http', scheme: 'bearer' } }`. Default: not at all. */
  readonly securitySchemes?: Readonly<Record<string, object>>
}

/**
 * The credentials behind a scheme in the header `Authorization`; `undefined` for another scheme or without the header,
 * an empty text where the scheme stands alone.
 *
 * Source: RFC 9110 section 11.4.
 */
export function credentialsOf({ headers }: ServerRequest, scheme: string): string | undefined {
  const header = headers.get('authorization')?.trim() ?? ''
  const end = header.search(/[ \t]/)
  const given = end === -1 ? header : header.slice(0, end)
  if (given.toLowerCase() !== scheme.toLowerCase()) return undefined
  return end === -1 ? '' : header.slice(end).trim()
}
