import { fromBase64Url, toBase64Url } from '@app/cookies/internal'

/** The number of random bytes of a token. */
const LENGTH = 32

/** Makes a new token, as it is stored in the cookie. */
export function newToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(LENGTH)))
}

/**
 * Returns a token as it is shown on a page: combined with random bytes. The result is different each time, so that
 * nobody can guess the token from the size of compressed pages.
 *
 * Source: the BREACH attack, section 3.4 of its paper.
 */
export function masked(token: string): string {
  const mask = crypto.getRandomValues(new Uint8Array(LENGTH))
  const shown = new Uint8Array(2 * LENGTH)
  shown.set(mask)
  shown.set(xor(bytesOf(token, LENGTH) ?? new Uint8Array(LENGTH), mask), LENGTH)
  return toBase64Url(shown)
}

/**
 * True if a string from a page is the token, as `masked` has combined it with random bytes. The comparison takes the
 * same time for every string of the right length.
 */
export function unmasksTo(shown: string, token: string): boolean {
  const [bytes, wanted] = [bytesOf(shown, 2 * LENGTH), bytesOf(token, LENGTH)]
  if (!bytes || !wanted) return false
  const found = xor(bytes.subarray(0, LENGTH), bytes.subarray(LENGTH))
  return xor(found, wanted).reduce((differences, byte) => differences | byte, 0) === 0
}

function bytesOf(text: string, length: number): Uint8Array | undefined {
  const bytes = fromBase64Url(text)
  return bytes?.length === length ? bytes : undefined
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0))
}
