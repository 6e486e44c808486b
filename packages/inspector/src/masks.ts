import { maskTarget, maskText, maskValue } from '@app/development'
import type { Pair } from './shown.ts'

/** Hides strings that may be secrets. */
export interface Masks {
  readonly hidesSecrets: boolean
  /** Returns a string without the secrets in it. */
  readonly text: (text: string) => string
  /** Returns `********` if the name is the name of a secret, else the value without the secrets in it. */
  readonly value: (name: string, value: string) => string
  readonly pairs: (pairs: Iterable<readonly [string, string]>) => readonly Pair[]
  /** Returns a path with its query, without the secrets in them. Names of params tell which segments are secrets. */
  readonly target: (target: string, params?: Readonly<Record<string, string | undefined>>) => string
}

/**
 * Makes the masks for everything that is shown. With `showSecrets` they hide nothing, and only cut very long strings.
 */
export function masksOf(showSecrets: boolean): Masks {
  const value = showSecrets ? (_name: string, given: string) => shortened(given) : maskValue
  return {
    hidesSecrets: !showSecrets,
    text: showSecrets ? shortened : (text) => maskText(shortened(text)),
    value,
    pairs: (pairs) => Array.from(pairs, ([name, given]) => [name, value(name, given)] as const),
    target: showSecrets ? shortened : maskTarget,
  }
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const LONGEST = 2_000
