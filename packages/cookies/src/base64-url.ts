/**
 * Encodes bytes as a string without characters that a cookie would have to escape. Source: RFC 4648 section 5.
 *
 * @example
 * const text = toBase64Url(new Uint8Array([104, 105]))
 */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decodes a string that `toBase64Url` has made; `undefined` for any other string.
 *
 * @example
 * const bytes = fromBase64Url('aGVsbG8')
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
