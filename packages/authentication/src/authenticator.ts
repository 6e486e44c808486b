import type { ServerRequest } from '@app/core'
import type { AuthenticationResult } from './identity.ts'

/** A method of authentication: finds the identity of a request, and makes the challenge of a 401. */
export interface Authenticator {
  /**
   * Returns the identity of the request; nothing if the request has no credentials for this authenticator.
   *
   * Throws an `HttpError` of 401 for wrong credentials. The header `www-authenticate` of the error replaces the
   * challenge that `challenge` returns, if both have the same scheme.
   */
  authenticate(request: ServerRequest): AuthenticationResult
  /** The challenge, a value of the header `WWW-Authenticate` that says how to log in: `Basic realm="stock"`. */
  challenge(request: ServerRequest): string
  /**
   * The security schemes for an OpenAPI document, by name: `{ bearer: { type: 'http', scheme: 'bearer' } }`. Default:
   * none.
   */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined
}

/**
 * Returns the credentials of a scheme from the header `Authorization`: `undefined` if the header is missing or has
 * another scheme, and an empty string if the header has only the name of the scheme.
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
