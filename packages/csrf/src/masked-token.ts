import { fromBase64Url, toBase64Url } from '@app/cookies/extending'

/** The number of random octets of a token. */
const LENGTH = 32

/** Makes a new token, as it is stored in the cookie. */
export function newToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(LENGTH)))
}

/**
 * Gives a token as it is shown on a page: combined with random octets. The text is different each time, so that nobody
 * can guess the token from the size of compressed pages.
 *
 * Source: the BREACH attack, section 3.4 of its paper.
 */
export function masked(token: string): string {
  const mask = crypto.getRandomValues(new Uint8Array(LENGTH))
  const shown = new Uint8Array(2 * LENGTH)
  shown.set(mask)
  shown.set(xor(octetsOf(token, LENGTH) ?? new Uint8Array(LENGTH), mask), LENGTH)
  return toBase64Url(shown)
}

/**
 * Whether a text from a page is the token, as `masked` has combined it with random octets. The comparison takes the
 * same time for every text of the right length.
 */
export function unmasksTo(shown: string, token: string): boolean {
  const [octets, wanted] = [octetsOf(shown, 2 * LENGTH), octetsOf(token, LENGTH)]
  if (!octets || !wanted) return false
  const found = xor(octets.subarray(0, LENGTH), octets.subarray(LENGTH))
  return xor(found, wanted).reduce((differences, octet) => differences | octet, 0) === 0
}

function octetsOf(text: string, length: number): Uint8Array | undefined {
  const octets = fromBase64Url(text)
  return octets?.length === length ? octets : undefined
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((octet, index) => octet ^ (b[index] ?? 0))
}
