import type { CookieAttributes } from './set-cookie.ts'

/** The options with which a cookie is set. */
export interface CookieOptions extends CookieAttributes {
  /**
   * Signs the value: the visitor can read the value and cannot change it. `getSigned` reads a signed value. Default:
   * `false`.
   */
  readonly signed?: boolean | undefined
  /**
   * Encrypts the value: the visitor can neither read nor change it. `getSealed` reads a sealed value. Default: `false`.
   */
  readonly sealed?: boolean | undefined
}

/**
 * The cookies of a request, and the cookies that its response will set. A cookie that was set can be read in the same
 * request.
 *
 */
export interface CookieJar {
  /** The names of the cookies that the client has sent. */
  readonly names: readonly string[]
  /** True if cookies are set with `Secure` by default. */
  readonly secure: boolean
  /** True if cookies can be signed and sealed. */
  readonly hasSecret: boolean
  /**
   * Returns the value of a cookie; `undefined` if there is no such cookie. For a signed or sealed cookie that the
   * client has sent, returns the string as it was sent; for one that was set in this request, `undefined`.
   */
  get(name: string): string | undefined
  /**
   * Returns the value of a signed cookie; `undefined` if there is no such cookie, or if none of the secrets has made
   * its signature. Rejects with a `CookieError` if there is no secret.
   */
  getSigned(name: string): Promise<string | undefined>
  /**
   * Returns the value of a sealed cookie; `undefined` if there is no such cookie, or if none of the secrets has made
   * its seal. Rejects with a `CookieError` if there is no secret.
   */
  getSealed(name: string): Promise<string | undefined>
  /**
   * Sets a cookie on the response, also on a response that an error handler makes. If several calls set one name, only
   * the cookie of the last call is sent.
   *
   * The value may be any string: it is percent-encoded. Throws an `OptionError` for an unknown option, and for one that
   * must be `true` or `false` and is neither. Throws a `CookieError` for a cookie that browsers refuse, for a cookie
   * that is both signed and sealed, for a signed or sealed cookie without a secret, and after the response was sent.
   */
  set(name: string, value: string, options?: CookieOptions): void
  /**
   * Deletes a cookie in the browser. If the cookie was set with a domain or another path, pass the same domain and
   * path.
   */
  delete(name: string, attributes?: Pick<CookieAttributes, 'domain' | 'path' | 'secure' | 'partitioned'>): void
}
