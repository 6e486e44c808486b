import { type FormFields, formBody, readBody } from '@app/body-parser'
import { COOKIES, type CookieJar } from '@app/cookies'
import type { ServerRequest } from '@app/core'
import { addVary, beforeSending } from '@app/core/extending'
import type { CsrfTokens } from './csrf-tokens.ts'
import { masked, newToken, unmasksTo } from './masked-token.ts'

/**
 * The token of a visitor. It is in a signed cookie and, combined with random bytes by `masked`, on each page that
 * shows it.
 */
export class RequestTokens implements CsrfTokens {
  readonly field: string
  readonly #request: ServerRequest
  readonly #jar: CookieJar
  /** True if the response shows the token, so that it depends on the cookie. */
  #isShown = false

  constructor(request: ServerRequest, field: string) {
    this.#request = request
    this.#jar = request.attribute(COOKIES)
    this.field = field
  }

  get available(): boolean {
    return this.#jar.hasSecret
  }

  async token(): Promise<string> {
    if (!this.#isShown) beforeSending(this.#request, ({ headers }) => addVary(headers, 'Cookie'))
    this.#isShown = true
    const kept = await this.#jar.getSigned(this.#cookie)
    if (kept !== undefined) return masked(kept)
    const made = newToken()
    this.#jar.set(this.#cookie, made, { signed: true })
    return masked(made)
  }

  /** Returns the problem with the token in the request's header or form; `undefined` if the token fits the cookie. */
  async check(): Promise<string | undefined> {
    if (!this.#jar.hasSecret) return 'there are no tokens without a secret: csrf({ secret: process.env.APP_SECRET }).'
    const kept = await this.#jar.getSigned(this.#cookie)
    const shown = this.#request.headers.get('x-csrf-token') ?? (await this.#inForm())
    if (shown === undefined) {
      const place = `the header x-csrf-token, or the field "${this.field}" of a form that is not an upload`
      return `the token is missing in ${place}: await request.attribute(CSRF).token() gives a token.`
    }
    if (kept === undefined)
      return `the cookie "${this.#cookie}" is missing or invalid: a page that shows a token sets this cookie.`
    return unmasksTo(shown, kept) ? undefined : `the token does not belong to the cookie "${this.#cookie}".`
  }

  /**
   * Returns the token in a form. The body of an upload is not read here, since the limits of its route are not known
   * yet.
   */
  async #inForm(): Promise<string | undefined> {
    const type = this.#request.headers.get('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return undefined
    const fields = formBody.parse(await readBody(this.#request), FORM) as FormFields
    return [fields[this.field]].flat()[0]
  }

  get #cookie(): string {
    return this.#jar.secure ? '__Host-csrf' : 'csrf'
  }
}

const FORM = { essence: 'application/x-www-form-urlencoded', parameters: {} }
