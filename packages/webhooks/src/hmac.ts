/** A key that was imported. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Imports the bytes of a secret as a key for HMAC with SHA-256. */
export function hmacKey(bytes: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Returns the bytes of texts and bytes, one after the other. */
export function joined(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const whole = new Uint8Array(all.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Decodes base64; `undefined` for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export function toBase64(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Decodes the hexadecimal digits of a SHA-256; `undefined` for any other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\da-f]{64}$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
