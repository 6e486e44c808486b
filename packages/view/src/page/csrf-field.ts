import { type AttributeKey, attributeKey, type ServerRequest } from '@app/core'
import { type Markup, markup } from '../markup/markup.ts'

/**
 * Makes the hidden field with the CSRF token, for browsers that do not send the origin of a form. Sets the cookie of
 * the token, unless the visitor already has it. Returns `undefined` without `@app/csrf`, and if `@app/csrf` has no
 * secret and therefore no tokens.
 *
 * @example
 * app.get('/write', async (request) => html(markup`<form method="post">${await csrfField(request)}</form>`))
 */
export async function csrfField(request: ServerRequest): Promise<Markup | undefined> {
  const tokens = request.attribute(TOKENS)
  if (tokens === undefined || !tokens.available) return undefined
  return markup`<input type="hidden" name="${tokens.field}" value="${await tokens.token()}">`
}

/** The members of the object with the CSRF tokens of `@app/csrf` that this package uses. */
export interface Tokens {
  readonly available: boolean
  readonly field: string
  token(): Promise<string>
}

/** Returns the CSRF tokens of a request; `undefined` without the middleware of `@app/csrf`. */
export const TOKENS: AttributeKey<Tokens | undefined> = attributeKey<Tokens | undefined>('csrf', {
  shared: '@app/csrf/tokens',
  default: undefined,
})
