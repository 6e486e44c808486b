import type { CookieAttributes } from './set-cookie.ts'

/** The options with which a cookie is set. */
export interface CookieOptions extends CookieAttributes {
  /** Signs the value: the visitor can read it and cannot change it. Read it by `getSigned`. Default: `false`. */
  readonly signed?: boolean | undefined
  /** Encrypts the value: the visitor can neither read nor change it. Read it by `getSealed`. Default: `false`. */
  readonly sealed?: boolean | undefined
}

/**
 * The cookies of a request, and those that its answer will set. A cookie that was set can be read in the same request.
 *
 * @sealed
 */
export interface CookieJar {
  /** The names of the cookies that the request carries. */
  readonly names: readonly string[]
  /** Whether cookies are set with `Secure` unless they say otherwise. */
  readonly secure: boolean
  /** Whether cookies can be signed and sealed. */
  readonly hasSecret: boolean
  /**
   * The value of a cookie. For a signed or sealed cookie it is the text that the browser has. `undefined` without such
   * a cookie.
   */
  get(name: string): string | undefined
  /**
   * The value of a signed cookie; `undefined` without such a cookie, and if none of our secrets has made the signature.
   */
  getSigned(name: string): Promise<string | undefined>
  /** The value of a sealed cookie; `undefined` without such a cookie, and if none of our secrets has made the seal. */
  getSealed(name: string): Promise<string | undefined>
  /**
   * Sets a cookie on the answer, also on one that an error handler makes. The last call for a name counts.
   *
   * The value may be any text: it is percent-encoded. Throws an `OptionError` for an unknown option, and a
   * `CookieError` for a cookie that browsers refuse, for a signed or sealed cookie without a secret, and after the
   * answer has left.
   */
  set(name: string, value: string, options?: CookieOptions): void
  /** Lets the browser forget a cookie. If it was set with a domain or another path, give the same here. */
  delete(name: string, attributes?: Pick<CookieAttributes, 'domain' | 'path' | 'secure' | 'partitioned'>): void
}
