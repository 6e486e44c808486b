import { type AttributeKey, attributeKey, type ServerRequest } from '@app/core'
import { type Markup, markup } from '../markup/markup.ts'

/**
 * The hidden field with the token against forged forms, for browsers that do not say where a form comes from;
 * `undefined` where `@app/csrf` is not there, or has no secret and therefore no tokens.
 *
 * Sets a cookie, unless the visitor has it.
 */
export async function csrfField(request: ServerRequest): Promise<Markup | undefined> {
  const tokens = request.attribute(TOKENS)
  if (tokens === undefined || !tokens.available) return undefined
  return markup`<input type="hidden" name="${tokens.field}" value="${await tokens.token()}">`
}

/** The part of the tokens of `@app/csrf` that pages need. */
export interface Tokens {
  readonly available: boolean
  readonly field: string
  token(): Promise<string>
}

/** The tokens of a request, where `@app/csrf` is there. */
export const TOKENS: AttributeKey<Tokens | undefined> = attributeKey<Tokens | undefined>('csrf', {
  shared: '@app/csrf/tokens',
  default: undefined,
})
