import { isSecretName, MASK, maskText } from './secrets.ts'

/** Names and values of a request to be shown, without what is secret in them. */
export function masked(pairs: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] {
  return Array.from(pairs, ([name, value]) => {
    return [name, isSecretName(name) || OF_A_REQUEST.test(name) ? MASK : maskText(value.slice(0, LONGEST))] as const
  })
}

/** In a request these are secrets too: a page before may have had a token in its address, and a code is one. */
const OF_A_REQUEST = /session|^(?:referr?er|code|state)$/i
const LONGEST = 2_000
