import { Buffer } from 'node:buffer'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { Secret, TOTP } from 'otpauth'

/** 32 bytes in Base64, of `openssl rand -base64 32`. */
const key = Buffer.from(process.env.TOTP_KEY ?? 'b25seSBmb3IgdGhlIHRlc3RzIG9mIHRoaXMgcGFnZSE=', 'base64')

/** The second factors by the ids of users. A real program keeps them in a database. */
const factors = new Map<string, { readonly sealed: string; lastStep: number }>()

export const hasFactor = (id: string): boolean => factors.has(id)

/** Makes a secret, sealed for one user, and its URI, which an app on a phone reads as a QR code. */
export async function newFactor(id: string, name: string): Promise<{ sealed: string; uri: string }> {
  const secret = new Secret({ size: 20 })
  const payload = new EncryptJWT({ secret: secret.base32 }).setSubject(id)
  const sealed = await payload.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
  return { sealed, uri: new TOTP({ secret, issuer: 'Notes', label: name }).toString() }
}

/** Adds the factor of a user whose app shows the right code: without that, a lost QR code would lock the user out. */
export async function addFactor(id: string, sealed: string, code: string): Promise<boolean> {
  const step = await stepOf(id, sealed, code)
  if (step !== undefined) factors.set(id, { sealed, lastStep: step })
  return step !== undefined
}

/** True if a code is right, and neither it nor a later one was used before. */
export async function useCode(id: string, code: string): Promise<boolean> {
  const factor = factors.get(id)
  const step = factor && (await stepOf(id, factor.sealed, code))
  // In SQL one statement: UPDATE factors SET last_step = :step WHERE id = :id AND last_step < :step
  if (factor === undefined || step === undefined || step <= factor.lastStep) return false
  factor.lastStep = step
  return true
}

/** The time step of 30 seconds in which a code is right: this one, or the one before or after it. */
async function stepOf(id: string, sealed: string, code: string): Promise<number | undefined> {
  const { payload } = await jwtDecrypt(sealed, key, { subject: id })
  const totp = new TOTP({ secret: String(payload.secret) })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
