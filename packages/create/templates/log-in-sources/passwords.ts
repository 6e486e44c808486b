import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and some tenths of a second for each guess, as OWASP advises. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

/** Makes of a password what may be stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`
}

/** Tells whether it is the password that was hashed. Without a hash it takes as long, so that nobody learns who has an account. */
export async function isPassword(password: string, hash = NOBODY): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.')
  const derived = await derive(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}

const NOBODY = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64url')).join('.')

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One password has several spellings in Unicode, as keyboards differ.
    scrypt(password.normalize('NFKC'), salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
