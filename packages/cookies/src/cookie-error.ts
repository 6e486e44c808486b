/** A cookie cannot be set. The message names it, and never shows its value. */
export class CookieError extends Error {
  override readonly name = 'CookieError'

  constructor(cookie: string, problem: string) {
    super(`The cookie ${JSON.stringify(cookie)}: ${problem}`)
  }
}
