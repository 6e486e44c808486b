import { base64url } from 'jose'

/** Returns the SHA-256 of a string in UTF-8, as 43 characters of base64url. */
export async function digestOf(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
