/**
 * The packages that are released at 0.x, so that a minor may change their exports. A package leaves this list with the
 * changeset that announces its first major.
 */
export const EXPERIMENTAL: readonly string[] = [
  '@app/authentication-oidc',
  '@app/i18n',
  '@app/idempotency',
  '@app/inspector',
  '@app/jobs',
  '@app/proofs',
  '@app/testing',
  '@app/transactions',
  '@app/webhooks',
  '@app/websocket',
]

/** The sentence that the README and the change log of each experimental package have. */
export const EXPERIMENTAL_NOTE =
  'Experimental: this package is at 0.x. A minor version may change its exports, and the promises of 1.x do not cover it.'

/** The level of a change that breaks users of a version: below 1.0.0 a minor, since `^0.1.0` does not accept 0.2.0. */
export function breakingLevel(version: string): 'minor' | 'major' {
  return version.startsWith('0.') ? 'minor' : 'major'
}
