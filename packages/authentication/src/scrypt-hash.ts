/** The cost of a hash by scrypt, which is the cost of one guess at a password. Source: RFC 7914. */
export interface ScryptCost {
  /** The cost in time and memory, a power of two: a hash takes 128 · N · r bytes. */
  readonly N: number
  /** The size of a block. */
  readonly r: number
  /** The number of rounds, one after the other, which cost no further memory. */
  readonly p: number
}

/** A hash by scrypt, read from a string. */
export interface ScryptHash {
  readonly cost: ScryptCost
  readonly salt: Uint8Array
  readonly key: Uint8Array
  /** True if the string is a PHC string, in which new hashes are written. */
  readonly isPhc: boolean
}

/** Most memory for one hash, in bytes: a hash with a higher cost is refused, before it exhausts the server. */
export const MOST_MEMORY: number = 256 * 1024 * 1024

/** True if a hash of this cost can be computed within the limits of memory and time. */
export function isPossible({ N, r, p }: ScryptCost): boolean {
  const areCounts = [N, r, p].every((value) => Number.isSafeInteger(value) && value > 0)
  return areCounts && N > 1 && Number.isInteger(Math.log2(N)) && 128 * N * r <= MOST_MEMORY && p <= 16
}

/**
 * Writes a hash as a PHC string, `$scrypt$ln=15,r=8,p=3$salt$key`, which passlib and others read too.
 *
 * Source: https://github.com/P-H-C/phc-string-format
 */
export function phcOf({ N, r, p }: ScryptCost, salt: Uint8Array, key: Uint8Array): string {
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${base64Of(salt)}$${base64Of(key)}`
}

/**
 * Reads a PHC string of scrypt, or a hash `N$r$p$salt$key` of the projects that `create --log-in` of 1.0 has made.
 * Returns `undefined` for any other string.
 */
export function readHash(hash: string): ScryptHash | undefined {
  const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$([A-Za-z0-9+/]{1,128})\$([A-Za-z0-9+/]{20,128})$/.exec(
    hash,
  )
  const older = phc ? null : /^(\d{1,8})\$(\d{1,4})\$(\d{1,4})\$([\w-]{1,128})\$([\w-]{43})$/.exec(hash)
  const [, n, r, p, salt = '', key = ''] = phc ?? older ?? []
  if (n === undefined) return undefined
  const bytes = [bytesOf(salt), bytesOf(key)]
  if (bytes[0] === undefined || bytes[1] === undefined) return undefined
  const cost = { N: phc ? 2 ** Number(n) : Number(n), r: Number(r), p: Number(p) }
  return { cost, salt: bytes[0], key: bytes[1], isPhc: phc !== null }
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}

function bytesOf(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
