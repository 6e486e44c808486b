/** Encrypts strings with a secret. */
export interface Sealer {
  /** Returns the string sealed; it can be opened only for the same purpose. */
  seal(purpose: string, text: string): Promise<string>
  /** Returns `undefined` unless one of the secrets has sealed the string for this purpose. */
  open(purpose: string, sealed: string): Promise<string | undefined>
}

/**
 * Makes a sealer that seals with the first secret, and opens what any of them has sealed.
 *
 * AES-256-GCM; HKDF with SHA-256 derives key and nonce from the secret and the salt of each seal, so that no number of
 * jobs uses up a key.
 */
export function sealerOf(secrets: readonly string[]): Sealer {
  const masters = secrets.map((secret) =>
    once(() => crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])),
  )
  return {
    async seal(purpose, text) {
      const salt = crypto.getRandomValues(new Uint8Array(SALT))
      const { key, algorithm } = await derive(masters[0] as Master, salt, purpose)
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)))
      return base64([...salt, ...sealed])
    },
    async open(purpose, sealed) {
      const bytes = bytesOf(sealed)
      if (bytes === undefined || bytes.length <= SALT) return undefined
      for (const master of masters) {
        const { key, algorithm } = await derive(master, bytes.slice(0, SALT), purpose)
        const opened = await crypto.subtle.decrypt(algorithm, key, bytes.slice(SALT)).catch(() => undefined)
        if (opened !== undefined) return new TextDecoder().decode(opened)
      }
      return undefined
    },
  }
}

type Master = () => Promise<InstanceType<typeof CryptoKey>>

async function derive(master: Master, salt: Uint8Array<ArrayBuffer>, purpose: string) {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode('@app/jobs/seal') }
  const bytes = await crypto.subtle.deriveBits(derivation, await master(), 8 * (KEY + NONCE))
  const key = await crypto.subtle.importKey('raw', bytes.slice(0, KEY), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = { name: 'AES-GCM', iv: new Uint8Array(bytes, KEY), additionalData: encoder.encode(purpose) }
  return { key, algorithm }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function base64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const encoder = new TextEncoder()
const SALT = 16
const KEY = 32
const NONCE = 12
