/**
 * The error for a cookie that cannot be set, and for a signed or sealed cookie that cannot be read without a secret.
 * The message names the cookie, and never shows its value.
 */
export class CookieError extends Error {
  override readonly name = 'CookieError'

  constructor(cookie: string, problem: string) {
    super(`The cookie ${JSON.stringify(cookie)}: ${problem}`)
  }
}
