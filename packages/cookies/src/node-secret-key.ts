import { DERIVED, type Octets, type SecretKey } from './secret-key.ts'

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

  encrypt(salt: Octets, purpose: string, text: string): Octets {
    const { key, nonce } = this.#derive(salt)
    const cipher = this.#crypto.createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  decrypt(salt: Octets, purpose: string, sealed: Octets): string | undefined {
    const { key, nonce } = this.#derive(salt)
    const decipher = this.#crypto.createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]).toString()
    } catch {
      return undefined
    }
  }

  sign(text: string): Octets {
    this.#signing ??= this.#hkdf('', DERIVED.sign, DERIVED.key)
    return this.#crypto.createHmac('sha256', this.#signing).update(text).digest()
  }

  verify(text: string, signature: Octets): boolean {
    return this.#crypto.timingSafeEqual(this.sign(text), signature)
  }

  #derive(salt: Octets): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
    const octets = this.#hkdf(salt, DERIVED.seal, DERIVED.key + DERIVED.nonce)
    return { key: octets.subarray(0, DERIVED.key), nonce: octets.subarray(DERIVED.key) }
  }

  #hkdf(salt: Octets | '', name: string, length: number): Uint8Array {
    return new Uint8Array(this.#crypto.hkdfSync('sha256', this.#secret, salt, name, length))
  }
}

const ALGORITHM = 'aes-256-gcm'
const TAG = 16
