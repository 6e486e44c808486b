import type { ConfigurationError } from '@app/checks'
import { invalidRoute } from '../invalid-route.ts'

/**
 * The place of a token. `kind` is `rest` in a catch-all, `end` in a placeholder that is the whole last segment of a
 * path, and `segment` elsewhere.
 */
export interface TokenPlace {
  /** The route, as error messages name it. */
  readonly owner: string
  /** The name of the placeholder. */
  readonly name: string
  readonly kind: 'rest' | 'end' | 'segment'
}

/**
 * Makes the error for an invalid token. `problem` continues the sentence "the token … of {name}", and ends without a
 * full stop.
 */
export function tokenError({ owner, name }: TokenPlace, source: unknown, problem: string): ConfigurationError {
  return invalidRoute(`Route ${owner}: the token ${JSON.stringify(source) ?? String(source)} of {${name}} ${problem}.`)
}
