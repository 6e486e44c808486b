import { isSecretName, MASK, maskText } from './secrets.ts'

/** Masks the secrets among names and values of a request. */
export function masked(pairs: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] {
  return Array.from(pairs, ([name, value]) => {
    return [name, isSecretName(name) || OF_A_REQUEST.test(name) ? MASK : maskText(value.slice(0, LONGEST))] as const
  })
}

/** Further secrets of a request: an authorization code, and a referrer, whose URL may contain a token. */
const OF_A_REQUEST = /session|^(?:referr?er|code|state)$/i
const LONGEST = 2_000
