import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** The cost of a guess: 32 MiB and some tenths of a second, as OWASP advises. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }

/** Hashes a password for storage. The result has the cost, so that another cost leaves earlier hashes valid. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return stored(COST, salt, await derive(password, salt, COST))
}

/**
 * Tells whether a password is the one that was hashed. Without a hash the check takes as long, so that nobody learns
 * who has an account.
 */
export async function isPassword(password: string, hash = NOBODY): Promise<boolean> {
  const [N, r, p, salt = '', key = ''] = hash.split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== NOBODY
}

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

const NOBODY = stored(COST, randomBytes(16), randomBytes(32))

function stored({ N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return [N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 64 * 1024 * 1024 }
    // One password has several spellings in Unicode, as keyboards differ.
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
