import { type Bytes, DERIVED, type SecretKey } from './secret-key.ts'

/** Encrypts and signs with one secret by WebCrypto, which every platform has. */
export class WebSecretKey implements SecretKey {
  readonly #secret: string
  #master: Promise<WebKey> | undefined
  #signing: Promise<WebKey> | undefined

  constructor(secret: string) {
    this.#secret = secret
  }

  async encrypt(salt: Bytes, purpose: string, text: string): Promise<Bytes> {
    const { key, algorithm } = await this.#derive(salt, purpose)
    return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)))
  }

  async decrypt(salt: Bytes, purpose: string, sealed: Bytes): Promise<string | undefined> {
    const { key, algorithm } = await this.#derive(salt, purpose)
    try {
      return decoder.decode(await crypto.subtle.decrypt(algorithm, key, sealed))
    } catch {
      return undefined
    }
  }

  async sign(text: string): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', await this.#signingKey(), encoder.encode(text)))
  }

  async verify(text: string, signature: Bytes): Promise<boolean> {
    return crypto.subtle.verify('HMAC', await this.#signingKey(), signature, encoder.encode(text))
  }

  /** Derives the key that encrypts one string, and returns it with the parameters of AES-GCM. */
  async #derive(salt: Bytes, purpose: string) {
    const derivation = { ...HKDF, salt, info: encoder.encode(DERIVED.seal) }
    const length = 8 * (DERIVED.key + DERIVED.nonce)
    const bytes = new Uint8Array(await crypto.subtle.deriveBits(derivation, await this.#masterKey(), length))
    const raw = bytes.slice(0, DERIVED.key)
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(DERIVED.key), additionalData: encoder.encode(purpose) }
    return { key, algorithm }
  }

  #signingKey(): Promise<WebKey> {
    this.#signing ??= this.#masterKey().then(deriveSigningKey)
    return this.#signing
  }

  #masterKey(): Promise<WebKey> {
    this.#master ??= importSecret(this.#secret)
    return this.#master
  }
}

function importSecret(secret: string): Promise<WebKey> {
  return crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey', 'deriveBits'])
}

function deriveSigningKey(master: WebKey): Promise<WebKey> {
  const derivation = { ...HKDF, salt: new Uint8Array(), info: encoder.encode(DERIVED.sign) }
  const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 8 * DERIVED.key }
  return crypto.subtle.deriveKey(derivation, master, algorithm, false, ['sign', 'verify'])
}

/** The type of a key of WebCrypto, taken from the `CryptoKey` that the types of each platform declare. */
type WebKey = InstanceType<typeof CryptoKey>

const HKDF = { name: 'HKDF', hash: 'SHA-256' }
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
