import { type AttributeKey, attributeKey } from '@app/core'

/** The tokens for forms on pages, for browsers that do not send the origin of a form. */
export interface CsrfTokens {
  /** True if tokens can be made, which needs a secret. */
  readonly available: boolean
  /** The name that the form's hidden field must have. */
  readonly field: string
  /**
   * Returns a token, to be sent in the hidden field of a form or in the header `x-csrf-token`. Sets the cookie of the
   * token, unless the visitor has it.
   */
  token(): Promise<string>
}

/** The attribute with the tokens for the forms of a page. */
export const CSRF: AttributeKey<CsrfTokens, 'csrf'> = attributeKey<CsrfTokens, 'csrf'>('csrf', {
  shared: '@app/csrf/tokens',
})
