export type { Passwords, PasswordsOptions } from './password-hashing.ts'
export { hashPassword, isPassword, needsRehash, passwords } from './password-hashing.ts'
export type { ScryptCost } from './scrypt-hash.ts'
