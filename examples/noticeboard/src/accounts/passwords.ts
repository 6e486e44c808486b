import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

/**
 * Only the length of a password is checked (NIST SP 800-63B-4, 3.1.1.2). The upper limit bounds the time of hashing.
 */
export const NewPassword = z
  .string()
  .min(12, 'Take 12 characters or more; a few words do.')
  .max(200, 'Take 200 characters at most.')

/** The parameters of scrypt. They set the cost of one guess at a password, also for a thief of the database. */
export interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const LENGTH = 32

/**
 * Hashes passwords as `N$r$p$salt$key`. A hash contains its cost, so that earlier hashes stay valid if the cost
 * changes.
 */
export class Passwords {
  readonly #cost: Cost
  readonly #nobody: string

  /** A hash at the default cost takes 32 MiB and some tenths of a second (OWASP, Password Storage Cheat Sheet). */
  constructor(cost: Cost = { N: 2 ** 15, r: 8, p: 3 }) {
    this.#cost = cost
    this.#nobody = stored(cost, randomBytes(16), randomBytes(LENGTH))
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    return stored(this.#cost, salt, await derive(password, salt, this.#cost))
  }

  /**
   * True if a password is the one that was hashed. Without a hash, the check takes as long as with one, so that its
   * duration does not show who has an account.
   */
  async isRight(password: string, hash: string | undefined): Promise<boolean> {
    const [N, r, p, salt = '', key = ''] = (hash ?? this.#nobody).split('$')
    const cost = { N: Number(N), r: Number(r), p: Number(p) }
    const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
    return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
  }
}

function stored({ N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return [N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 128 * 1024 * 1024 }
    // One password has several spellings in Unicode, as keyboards differ.
    scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
