import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { masterKeys, type WebKey } from './secrets.ts'

/** Signs the values of cookies, and tells whether a value was signed. */
export interface Signer {
  /** The value with its signature. */
  sign(name: string, value: string): Promise<string>
  /** The value without its signature; `undefined` if no secret has made the signature for this name. */
  verify(name: string, signed: string): Promise<string | undefined>
}

/**
 * Signs with the first secret, by HMAC with SHA-256, and accepts signatures of all.
 *
 * The signature covers the name, so that the value of one cookie is refused under the name of another.
 */
export function signerOf(secrets: readonly string[]): Signer {
  const keys = masterKeys(secrets, hmacKey)
  return {
    async sign(name, value) {
      const signature = await crypto.subtle.sign('HMAC', await keys.first(), octetsOf(name, value))
      return `${value}.${toBase64Url(new Uint8Array(signature))}`
    },
    async verify(name, signed) {
      const dot = signed.lastIndexOf('.')
      const signature = fromBase64Url(signed.slice(dot + 1))
      if (dot === -1 || signature?.length !== 32) return undefined
      const value = signed.slice(0, dot)
      for (const key of keys.all()) {
        if (await crypto.subtle.verify('HMAC', await key, signature, octetsOf(name, value))) return value
      }
      return undefined
    },
  }
}

function hmacKey(master: WebKey): Promise<WebKey> {
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode('@app/cookies/sign'),
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  return crypto.subtle.deriveKey(derivation, master, algorithm, false, ['sign', 'verify'])
}

function octetsOf(name: string, value: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${name}=${value}`)
}

const encoder = new TextEncoder()
