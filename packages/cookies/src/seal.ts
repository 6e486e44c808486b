import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { secretKeys } from './secret-keys.ts'

/** Encrypts strings for cookies, so that only somebody who has a secret can read, change or make a sealed string. */
export interface Sealer {
  /**
   * Encrypts a string for a purpose, such as the name of a cookie: `open` decrypts it only for the same purpose. The
   * result consists of letters, digits, `-` and `_`: 43 characters, and 4 more for each 3 bytes of text.
   */
  seal(purpose: string, text: string): Promise<string>
  /**
   * Decrypts a sealed string. Returns the content, and whether an older secret has sealed it (`isOld`); `undefined` if
   * none of the secrets has sealed the text for this purpose.
   */
  open(purpose: string, sealed: string): Promise<Opened | undefined>
}

/** The content of a sealed value. */
export interface Opened {
  readonly text: string
  /** True if a secret other than the first one has sealed the text. */
  readonly isOld: boolean
}

/**
 * Makes a sealer, which seals with the first secret, and opens seals of all secrets, by AES-256-GCM.
 *
 * Each seal has a salt of 128 bits, from which HKDF derives a key and a nonce for only this seal. The limit of AES-GCM,
 * 2^32 strings for one key with random nonces, does therefore not apply. Sources: NIST SP 800-38D section 8.3, RFC
 * 5869.
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
      const bytes = new Uint8Array(SALT + sealed.length)
      bytes.set(salt)
      bytes.set(sealed, SALT)
      return toBase64Url(bytes)
    },
    async open(purpose, sealed) {
      const known = recent.get(purpose, sealed)
      if (known) return known
      const bytes = fromBase64Url(sealed)
      if (bytes === undefined || bytes.length < SALT + TAG) return undefined
      const [salt, encrypted] = [bytes.slice(0, SALT), bytes.slice(SALT)]
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
 * A cache of the seals that were decrypted last, with their contents, since a browser sends the same seal with each
 * request until the content changes.
 *
 * Only valid seals are cached, so that an attacker cannot evict the seals of visitors by sending invalid ones.
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

/** The largest number of seals in the cache. Each has at most 4 kB, the limit of browsers for a cookie. */
const MOST = 1_000
const SALT = 16
const TAG = 16
