import type { ServerRequest } from '@app/core'
import type { AuthenticationResult } from './identity.ts'

/** One way to find the identity of a request. */
export interface Authenticator {
  /**
   * The identity of the request; nothing if it has no credentials for this authenticator.
   *
   * Throws an `HttpError` of 401 for wrong credentials. Its header `www-authenticate` takes the place of the challenge.
   */
  authenticate(request: ServerRequest): AuthenticationResult
  /** The challenge, which tells a client how to log in, in the form of `WWW-Authenticate`: `Basic realm="stock"`. */
  challenge(request: ServerRequest): string
  /**
   * The security schemes for a document of OpenAPI, by name: `{ bearer: { type: 'http', scheme: 'bearer' } }`. Default:
   * none.
   */
  readonly securitySchemes?: Readonly<Record<string, object>>
}

/**
 * The credentials of a scheme in the header `Authorization`; `undefined` for another scheme or without the header, and
 * an empty text if the header has the scheme alone.
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
