import { type AttributeKey, attributeKey } from '@app/core'

/** Gives tokens to pages, for browsers that do not send the origin of a form. */
export interface CsrfTokens {
  /** Whether there is a secret, and therefore tokens. */
  readonly available: boolean
  /** The name that the form's hidden field must have. */
  readonly field: string
  /** The value of the field, or of the header `x-csrf-token`. Sets a cookie, unless the visitor has it. */
  token(): Promise<string>
}

/** The tokens for the pages of a request. */
export const CSRF: AttributeKey<CsrfTokens, 'csrf'> = attributeKey<CsrfTokens, 'csrf'>('csrf', {
  shared: '@app/csrf/tokens',
})
