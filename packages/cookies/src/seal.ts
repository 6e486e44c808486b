import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { masterKeys, type WebKey } from './secrets.ts'

/** Encrypts texts for cookies, so that nobody without a secret can read, change or make one. */
export interface Sealer {
  /** The text, encrypted for this purpose, as letters, digits, `-` and `_`: 43 characters and 4 for 3 octets of text. */
  seal(purpose: string, text: string): Promise<string>
  /** What was sealed; `undefined` if no secret has sealed it for this purpose. `isOld` if an older secret has. */
  open(purpose: string, sealed: string): Promise<Opened | undefined>
}

/** What a seal contained. */
export interface Opened {
  readonly text: string
  /** Whether a secret other than the first one has sealed it. */
  readonly isOld: boolean
}

/**
 * Seals with the first secret, and opens what any of them has sealed: AES-256-GCM of WebCrypto.
 *
 * Each seal has a salt of 128 bits, from which HKDF derives the key and the nonce of this seal alone. So the limit of
 * 2^32 texts under one key with random nonces does not apply. Sources: NIST SP 800-38D section 8.3, RFC 5869.
 */
export function sealerOf(secrets: readonly string[]): Sealer {
  const keys = masterKeys(secrets, (master) => master)
  return {
    async seal(purpose, text) {
      const salt = crypto.getRandomValues(new Uint8Array(SALT))
      const { key, algorithm } = await keyFor(await keys.first(), salt, purpose)
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)))
      const octets = new Uint8Array(SALT + sealed.length)
      octets.set(salt)
      octets.set(sealed, SALT)
      return toBase64Url(octets)
    },
    async open(purpose, sealed) {
      const octets = fromBase64Url(sealed)
      if (octets === undefined || octets.length < SALT + TAG) return undefined
      let isOld = false
      for (const master of keys.all()) {
        const text = await decrypt(await keyFor(await master, octets.slice(0, SALT), purpose), octets.slice(SALT))
        if (text !== undefined) return { text, isOld }
        isOld = true
      }
      return undefined
    },
  }
}

/** The key and the parameters of one seal. */
interface SealKey {
  readonly key: WebKey
  readonly algorithm: { readonly name: string; readonly iv: Octets; readonly additionalData: Octets }
}

type Octets = Uint8Array<ArrayBuffer>

async function keyFor(master: WebKey, salt: Octets, purpose: string): Promise<SealKey> {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode('@app/cookies/seal') }
  const bits = new Uint8Array(await crypto.subtle.deriveBits(derivation, master, 8 * (KEY + NONCE)))
  const key = await crypto.subtle.importKey('raw', bits.slice(0, KEY), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { key, algorithm: { name: 'AES-GCM', iv: bits.slice(KEY), additionalData: encoder.encode(purpose) } }
}

async function decrypt({ key, algorithm }: SealKey, sealed: Octets): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed))
  } catch {
    return undefined
  }
}

const SALT = 16
const TAG = 16
const KEY = 32
const NONCE = 12
const encoder = new TextEncoder()
