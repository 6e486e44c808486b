import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** What OWASP asks of scrypt: 128 MiB, and some tenths of a second. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

/** What to keep of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt)
  return `${salt.toString('base64')} ${hash.toString('base64')}`
}

/** Whether it is the password; somebody who is not known, and has no hash, takes as long as somebody who is. */
export async function isPassword(password: string, kept = NOBODY): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split(' ')
  const given = await derive(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(given, Buffer.from(hash, 'base64')) && kept !== NOBODY
}

const NOBODY = `${'A'.repeat(22)}== ${'A'.repeat(43)}=`

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize(), salt, 32, COST, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
