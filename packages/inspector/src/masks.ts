import { isSecretName, MASK, maskText } from '@app/core/development'
import type { Pair } from './shown.ts'

/** Hides what may be a secret. */
export interface Masks {
  readonly hidesSecrets: boolean
  /** A text, without the secrets in it. */
  readonly text: (text: string) => string
  /** A value that has a name, which may say that it is a secret. */
  readonly value: (name: string, value: string) => string
  readonly pairs: (pairs: Iterable<readonly [string, string]>) => readonly Pair[]
  /** A path with its query. */
  readonly target: (target: string) => string
}

/** Masks of everything that is shown; with `showSecrets` they only cut what is very long. */
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

/** Further secrets of a request: an authorization code, and a referrer, whose URL may contain a token. */
const OF_A_REQUEST = /session|^(?:referr?er|code|state)$/i
const LONGEST = 2_000
