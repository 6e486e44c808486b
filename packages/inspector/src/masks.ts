import { isSecretName, MASK, maskText } from '@app/core/development'
import type { Pair } from './shown.ts'

/** Hides texts that may be secrets. */
export interface Masks {
  readonly hidesSecrets: boolean
  /** Gives a text without the secrets in it. */
  readonly text: (text: string) => string
  /** Gives `********` if the name is the name of a secret, else the value without the secrets in it. */
  readonly value: (name: string, value: string) => string
  readonly pairs: (pairs: Iterable<readonly [string, string]>) => readonly Pair[]
  /** Gives a path with its query, without the secrets in them. */
  readonly target: (target: string) => string
}

/** Makes the masks for everything that is shown. With `showSecrets` they hide nothing, and only cut very long texts. */
export function masksOf(showSecrets: boolean): Masks {
  const text = (long: string) => {
    const short = long.length > LONGEST ? `${long.slice(0, LONGEST)}…` : long
    return showSecrets ? short : maskText(short)
  }
  const value = (name: string, given: string) => (showSecrets || !isSecret(name) ? text(given) : MASK)
  return {
    hidesSecrets: !showSecrets,
    text,
    value,
    pairs: (pairs) => Array.from(pairs, ([name, given]) => [name, value(name, given)] as const),
    target: (target) => {
      const at = target.indexOf('?')
      if (at === -1) return text(target)
      const query = target.slice(at + 1).split('&')
      return text(`${target.slice(0, at)}?${query.map((part) => assigned(part, value)).join('&')}`)
    },
  }
}

function assigned(part: string, value: Masks['value']): string {
  const [name = '', ...rest] = part.split('=')
  return rest.length === 0 ? part : `${name}=${value(name, rest.join('='))}`
}

function isSecret(name: string): boolean {
  return isSecretName(name) || OF_A_REQUEST.test(name)
}

/**
 * Matches the names of further secrets in a request: sessions, `code` and `state` of OAuth, and referrers, whose URLs
 * may contain tokens.
 */
const OF_A_REQUEST = /session|^(?:referr?er|code|state)$/i
const LONGEST = 2_000
