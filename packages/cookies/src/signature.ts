import { fromBase64Url, toBase64Url } from './base64-url.ts'
import { secretKeys } from './secret-keys.ts'

/** Signs the values of cookies, and checks signatures. */
export interface Signer {
  /** Returns the value with its signature. */
  sign(name: string, value: string): Promise<string>
  /** Returns the value without its signature; `undefined` if no secret has made the signature for this name. */
  verify(name: string, signed: string): Promise<string | undefined>
}

/**
 * Makes a signer, which signs with the first secret by HMAC with SHA-256, and accepts signatures of all secrets.
 *
 * The signature covers the name, so that the value of one cookie is refused under the name of another.
 */
export function signerOf(secrets: readonly string[]): Signer {
  const keys = secretKeys(secrets)
  return {
    async sign(name, value) {
      return `${value}.${toBase64Url(await keys[0].sign(`${name}=${value}`))}`
    },
    async verify(name, signed) {
      const dot = signed.lastIndexOf('.')
      const signature = fromBase64Url(signed.slice(dot + 1))
      if (dot === -1 || signature?.length !== SIGNATURE) return undefined
      const value = signed.slice(0, dot)
      for (const key of keys) if (await key.verify(`${name}=${value}`, signature)) return value
      return undefined
    },
  }
}

const SIGNATURE = 32
