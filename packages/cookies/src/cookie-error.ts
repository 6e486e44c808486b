/**
 * The error for a cookie that cannot be set, and for a signed or sealed cookie that cannot be read without a secret.
 * The message names the cookie, and never shows its value.
 *
 * @example
 * try {
 *   request.attribute(COOKIES).set('theme', 'a'.repeat(5_000))
 * } catch (error) {
 *   if (!(error instanceof CookieError)) throw error
 * }
 */
export class CookieError extends Error {
  override readonly name = 'CookieError'

  constructor(cookie: string, problem: string) {
    super(`The cookie ${JSON.stringify(cookie)}: ${problem}`)
  }
}
