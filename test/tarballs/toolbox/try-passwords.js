import { hashPassword, isPassword, needsRehash } from '@app/authentication/passwords'

/** Hashes a password, and checks it, a wrong one, and one of an unknown user. */
export async function tryPasswords() {
  const hash = await hashPassword('wonder')
  const checks = [isPassword('wonder', hash), isPassword('wander', hash), isPassword('wonder', undefined)]
  return [...(await Promise.all(checks)), needsRehash(hash), hash.slice(0, 22)]
}
