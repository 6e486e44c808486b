import { OptionError, type OptionKind, optionKind, refuseUnknown } from '@app/core/extending'
import { digestOf } from './digest.ts'

/** A new API key, with the digest by which it is found again. */
export interface ApiKey {
  /**
   * The key, such as `acme_` and 49 letters and digits. Show it to its owner once, and do not store it: whoever reads
   * it can use it.
   */
  readonly key: string
  /** The SHA-256 of the key in base64url, 43 characters, to store in place of the key. */
  readonly digest: string
}

/**
 * Makes an API key of 256 random bits. The prefix tells scanners for published secrets whose key it is, and a checksum
 * at the end tells a mistyped or shortened key from a revoked one.
 *
 * Throws an `OptionError` for an invalid prefix.
 *
 * @example
 * const { key, digest } = await createApiKey({ prefix: 'acme' })
 */
export async function createApiKey(options: { readonly prefix: string }): Promise<ApiKey> {
  refuseUnknown('createApiKey()', options, ['prefix'])
  const { prefix } = options
  if (!PREFIX.accepts(prefix)) {
    throw new OptionError('createApiKey()', 'prefix', `"prefix" must be ${PREFIX.wants}.`)
  }
  const random = base62(crypto.getRandomValues(new Uint8Array(32)), RANDOM)
  const key = `${prefix}_${random}${checksumOf(`${prefix}_${random}`)}`
  return { key, digest: await digestOf(key) }
}

/**
 * Returns the digest of an API key, as `createApiKey` has returned it. By it you find the key that somebody has
 * published, in order to revoke it.
 */
export function apiKeyDigest(key: string): Promise<string> {
  return digestOf(key)
}

/** True if a string has the prefix of the keys; whether it is a whole key says `isWholeKey`. */
export function hasPrefix(given: string, prefix: string): boolean {
  // The random part has no underscore, so that `acme_live_…` does not have the prefix `acme`.
  return given.slice(0, Math.max(0, given.lastIndexOf('_'))) === prefix
}

/** True if a key has its full length and the right checksum, as each key of `createApiKey` does. */
export function isWholeKey(key: string, prefix: string): boolean {
  const rest = key.slice(prefix.length + 1)
  if (rest.length !== RANDOM + CHECKSUM || !/^[0-9A-Za-z]+$/.test(rest)) return false
  return checksumOf(key.slice(0, -CHECKSUM)) === rest.slice(-CHECKSUM)
}

/** The values that the option `prefix` accepts. */
export const PREFIX: OptionKind = optionKind.required({
  wants: 'a prefix of at most 20 lower-case letters, digits and underscores, such as "acme" or "acme_live"',
  accepts: (value) => typeof value === 'string' && value.length <= 20 && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value),
})

/** The number of digits to base 62 that 256 bits need, and the number that 32 bits need. */
const RANDOM = 43
const CHECKSUM = 6
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits only: a double click selects the whole key, and no shell or URL has to escape it. */
function base62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (let index = 0; index < length; index++) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`
    rest /= 62n
  }
  return text
}

function checksumOf(text: string): string {
  const sum = crc32(new TextEncoder().encode(text))
  return base62(new Uint8Array([sum >>> 24, sum >>> 16, sum >>> 8, sum]), CHECKSUM)
}

/** The checksum of zip files, which GitHub's tokens end with too. Source: ISO 3309. */
function crc32(bytes: Uint8Array): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
