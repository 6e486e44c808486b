import { type Bytes, DERIVED, type SecretKey } from './secret-key.ts'

export type NodeCrypto = typeof import('node:crypto')

/** Encrypts and signs with one secret by `node:crypto`, whose functions are synchronous. */
export class NodeSecretKey implements SecretKey {
  readonly #crypto: NodeCrypto
  readonly #secret: string
  #signing: Uint8Array | undefined

  constructor(crypto: NodeCrypto, secret: string) {
    this.#crypto = crypto
    this.#secret = secret
  }

  encrypt(salt: Bytes, purpose: string, text: string): Bytes {
    const { key, nonce } = this.#derive(salt)
    const cipher = this.#crypto.createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  decrypt(salt: Bytes, purpose: string, sealed: Bytes): string | undefined {
    const { key, nonce } = this.#derive(salt)
    const decipher = this.#crypto.createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]).toString()
    } catch {
      return undefined
    }
  }

  sign(text: string): Bytes {
    this.#signing ??= this.#hkdf('', DERIVED.sign, DERIVED.key)
    return this.#crypto.createHmac('sha256', this.#signing).update(text).digest()
  }

  verify(text: string, signature: Bytes): boolean {
    return this.#crypto.timingSafeEqual(this.sign(text), signature)
  }

  #derive(salt: Bytes): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
    const bytes = this.#hkdf(salt, DERIVED.seal, DERIVED.key + DERIVED.nonce)
    return { key: bytes.subarray(0, DERIVED.key), nonce: bytes.subarray(DERIVED.key) }
  }

  #hkdf(salt: Bytes | '', name: string, length: number): Uint8Array {
    return new Uint8Array(this.#crypto.hkdfSync('sha256', this.#secret, salt, name, length))
  }
}

const ALGORITHM = 'aes-256-gcm'
const TAG = 16
