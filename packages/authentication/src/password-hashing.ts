import { HttpError, UsageError } from '@app/core'
import { builtinModule, checkOptions, describeValue, type OptionKind, optionKind } from '@app/core/extending'
import { isPossible, MOST_MEMORY, phcOf, readHash, type ScryptCost, type ScryptHash } from './scrypt-hash.ts'
import { WaitingLine } from './waiting-line.ts'

/** Options of `passwords`. */
export interface PasswordsOptions {
  /** The cost of a hash. Default: `{ N: 2 ** 15, r: 8, p: 3 }`, which takes 32 MiB and some tenths of a second. */
  readonly cost?: ScryptCost | undefined
  /** Maximum length of a password, in bytes of UTF-8. Default: 1024. */
  readonly maxLength?: number | undefined
  /** The number of hashes that are computed at once; each takes a thread of the pool of node. Default: 2. */
  readonly concurrency?: number | undefined
  /** The number of hashes that may wait; a further one is refused with 503. Default: 60. */
  readonly maxWaiting?: number | undefined
  /** The seconds for which a hash may wait; then it is refused with 503. Default: 10. */
  readonly waitTimeout?: number | undefined
  /**
   * Checks a password by a hash that this package does not know, such as one of PHP's `password_hash`. Only `true`
   * admits. The function gets the password as the user has typed it, without normalization.
   */
  readonly foreign?: ((password: string, hash: string) => boolean | Promise<boolean>) | undefined
}

/** The functions that hash and check passwords. */
export interface Passwords {
  /** See the function `hashPassword`. */
  hashPassword(password: string): Promise<string>
  /** See the function `isPassword`. */
  isPassword(password: string, hash: string | null | undefined): Promise<boolean>
  /** See the function `needsRehash`. */
  needsRehash(hash: string): boolean
}

/**
 * Makes `hashPassword`, `isPassword` and `needsRehash` with other options. Make them once for a program: the limit of
 * hashes at once holds for the functions of one call.
 *
 * Throws an `OptionError` for an invalid option.
 *
 * @example
 * const { hashPassword, isPassword, needsRehash } = passwords({ cost: { N: 2 ** 17, r: 8, p: 1 } })
 */
export function passwords(options: PasswordsOptions = {}): Passwords {
  const checked = checkOptions('passwords()', options, KINDS)
  const { cost = COST, maxLength = 1_024, concurrency = 2, maxWaiting = 60, waitTimeout = 10, foreign } = checked
  const line = new WaitingLine({ concurrency, maxWaiting, waitTimeout }, tooMany)
  // The check for an unknown user has the cost of a new hash, and its result is never looked at.
  const nobody: ScryptHash = { cost, salt: new Uint8Array(SALT), key: new Uint8Array(KEY), isPhc: true }
  return {
    hashPassword: async (password) => {
      if (password === '' || isLonger(textOf('hashPassword()', password), maxLength)) {
        throw new HttpError(422, `A password has 1 to ${maxLength} bytes.`, { expose: true })
      }
      const salt = crypto.getRandomValues(new Uint8Array(SALT))
      return phcOf(cost, salt, await line.run(() => derive(password, { cost, salt, length: KEY })))
    },
    isPassword: async (password, hash) => {
      // This takes no time for any user, so that it tells nothing about one.
      if (isLonger(textOf('isPassword()', password), maxLength)) return false
      const isKnown = hash !== undefined && hash !== null
      const read = isKnown ? readHash(hash) : nobody
      if (isKnown && (read === undefined || !isPossible(read.cost))) {
        if (foreign === undefined) throw unknownHash(hash)
        return (await line.run(() => foreign(password, hash))) === true
      }
      const { cost, salt, key } = read ?? nobody
      const derived = await line.run(() => derive(password, { cost, salt, length: key.length }))
      return nodeCrypto().timingSafeEqual(derived, key) && isKnown
    },
    needsRehash: (hash) => {
      const read = readHash(hash)
      if (!read?.isPhc || read.salt.length < SALT || read.key.length !== KEY) return true
      return read.cost.N !== cost.N || read.cost.r !== cost.r || read.cost.p !== cost.p
    },
  }
}

/**
 * Hashes a password for storage, as a PHC string: `$scrypt$ln=15,r=8,p=3$…`. The string has its cost, so that a later
 * cost leaves earlier hashes valid.
 *
 * Throws an `HttpError` of 422 for a password that is empty or has more than 1024 bytes, and one of 503 if too many
 * hashes wait already. Hash before a transaction begins, which would keep its connection from others meanwhile.
 *
 * @example
 * const hash = await hashPassword('correct horse battery staple')
 */
export function hashPassword(password: string): Promise<string> {
  return usual().hashPassword(password)
}

/**
 * True if a password is the one that was hashed. Without a hash, the check takes as long as with a new one, so that its
 * duration does not tell who has an account.
 *
 * Throws an `HttpError` of 503 if too many hashes wait already, and a `UsageError` (`APP_PASSWORD_HASH`) for a hash that
 * is not a hash by scrypt. Check before a transaction begins, as for `hashPassword`.
 *
 * @example
 * const account = { hash: await hashPassword('correct horse battery staple') }
 * const isRight = await isPassword('correct horse', account?.hash)
 */
export function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  return usual().isPassword(password, hash)
}

/**
 * True if a hash has another cost or format than new hashes have. Hash the password anew when the user has typed it
 * next, at log-in.
 *
 * @example
 * if (needsRehash('$2y$10$…')) console.log('Hash the password anew at the next log-in.')
 */
export function needsRehash(hash: string): boolean {
  return usual().needsRehash(hash)
}

let made: Passwords | undefined

/** The functions with default options; all callers share their limit of hashes at once. */
function usual(): Passwords {
  made ??= passwords()
  return made
}

/** The least cost that OWASP advises for 32 MiB. Source: OWASP Password Storage Cheat Sheet. */
const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 }
const SALT = 16
const KEY = 32

function derive(
  password: string,
  { cost, salt, length }: { readonly cost: ScryptCost; readonly salt: Uint8Array; readonly length: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, key: Uint8Array) => (error ? reject(error) : resolve(key))
    // One password has several spellings in Unicode, as keyboards differ.
    nodeCrypto().scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem: 2 * MOST_MEMORY }, settle)
  })
}

type NodeCrypto = typeof import('node:crypto')

function nodeCrypto(): NodeCrypto {
  const found = builtinModule<NodeCrypto>('node:crypto')
  if (found) return found
  throw new TypeError(
    'Passwords are hashed by scrypt of node:crypto, which this runtime does not have. Run the log-in on Node, Bun or Deno.',
  )
}

function textOf(owner: string, password: unknown): string {
  if (typeof password === 'string') return password
  throw new TypeError(`${owner}: the password must be a string, got ${describeValue(password)}.`)
}

/** True if a text has more than so many bytes. Normalizing or encoding a very long text takes long, so it is last. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || new TextEncoder().encode(text).length > bytes
}

function tooMany(): HttpError {
  const headers = { 'retry-after': '5' }
  return new HttpError(503, 'Too many passwords are being hashed at once. Limit log-ins by @app/rate-limit.', {
    headers,
  })
}

/** Makes the error for a stored hash that cannot be checked. It shows the name of the algorithm alone. */
function unknownHash(hash: string): UsageError {
  const [, name] = /^\$([a-z0-9-]{1,32})\$/i.exec(hash) ?? []
  const got =
    name === undefined ? 'no PHC string' : name === 'scrypt' ? 'one of scrypt that is not valid' : `one of "${name}"`
  return new UsageError(
    'APP_PASSWORD_HASH',
    `isPassword(): the stored hash must be one of scrypt, "$scrypt$ln=15,r=8,p=3$…", got ${got}. Check hashes of other ` +
      'algorithms by passwords({ foreign: (password, hash) => … }), and give undefined for a user without a password.',
  )
}

const POSITIVE: OptionKind = {
  wants: 'an integer from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

const KINDS = {
  cost: {
    wants: '{ N, r, p } of scrypt: N a power of two, 128 · N · r at most 256 MiB, p at most 16',
    accepts: (value: unknown) => typeof value === 'object' && value !== null && isPossible(value as ScryptCost),
  },
  maxLength: POSITIVE,
  concurrency: POSITIVE,
  maxWaiting: optionKind.count,
  waitTimeout: optionKind.seconds,
  foreign: optionKind.function,
}
