import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { secretKeys } from './secret-keys.ts'

/** Encrypts texts for cookies, so that nobody without a secret can read, change or make one. */
export interface Sealer {
  /**
   * The text, encrypted for this purpose, as letters, digits, `-` and `_`. It has 43 characters, and 4 more for 3
   * octets of text.
   */
  seal(purpose: string, text: string): Promise<string>
  /**
   * The sealed text, and whether an older secret has sealed it (`isOld`); `undefined` if no secret has sealed it for
   * this purpose.
   */
  open(purpose: string, sealed: string): Promise<Opened | undefined>
}

/** The content of a sealed value. */
export interface Opened {
  readonly text: string
  /** Whether a secret other than the first one has sealed it. */
  readonly isOld: boolean
}

/**
 * Seals with the first secret, and opens the seals of all: AES-256-GCM.
 *
 * Each seal has a salt of 128 bits, from which HKDF derives the key and the nonce of this seal alone. So the limit of
 * 2^32 texts under one key with random nonces does not apply. Sources: NIST SP 800-38D section 8.3, RFC 5869.
 *
 * @example
 * const sealer = sealerOf(secretList(process.env.APP_SECRET))
 */
export function sealerOf(secrets: readonly string[]): Sealer {
  const keys = secretKeys(secrets)
  const recent = new RecentlyOpened()
  return {
    async seal(purpose, text) {
      const salt = crypto.getRandomValues(new Uint8Array(SALT))
      const sealed = await keys[0].encrypt(salt, purpose, text)
      const octets = new Uint8Array(SALT + sealed.length)
      octets.set(salt)
      octets.set(sealed, SALT)
      return toBase64Url(octets)
    },
    async open(purpose, sealed) {
      const known = recent.get(purpose, sealed)
      if (known) return known
      const octets = fromBase64Url(sealed)
      if (octets === undefined || octets.length < SALT + TAG) return undefined
      const [salt, encrypted] = [octets.slice(0, SALT), octets.slice(SALT)]
      let isOld = false
      for (const key of keys) {
        const text = await key.decrypt(salt, purpose, encrypted)
        if (text !== undefined) return recent.add(purpose, sealed, { text, isOld })
        isOld = true
      }
      return undefined
    },
  }
}

/**
 * The seals that were opened last, with their contents: a browser sends the same seal with each request until the
 * content changes.
 *
 * Only seals that could be opened are kept, so that a stranger cannot push out those of visitors.
 */
class RecentlyOpened {
  readonly #opened = new Map<string, { readonly purpose: string; readonly opened: Opened }>()

  get(purpose: string, sealed: string): Opened | undefined {
    const known = this.#opened.get(sealed)
    return known?.purpose === purpose ? known.opened : undefined
  }

  add(purpose: string, sealed: string, opened: Opened): Opened {
    const [oldest] = this.#opened.keys()
    if (oldest !== undefined && this.#opened.size >= MOST) this.#opened.delete(oldest)
    this.#opened.set(sealed, { purpose, opened })
    return opened
  }
}

/** The most seals that are kept. Each has up to 4 kB, which is the most that browsers accept for a cookie. */
const MOST = 1_000
const SALT = 16
const TAG = 16
