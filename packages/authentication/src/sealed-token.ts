import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose'

/** Seals claims in a token that nobody can read or change, and opens it again. */
export interface TokenSealer {
  seal(claims: JWTPayload, audience: string, expires?: Date): Promise<string>
  /** Returns the claims of a token that one of the secrets has sealed for this audience, or why there are none. */
  open(token: string, audience: string): Promise<JWTPayload | 'invalid' | 'expired'>
}

/**
 * Makes a sealer of tokens: JSON Web Encryption with AES-256-GCM. The first secret seals; each of them opens. No key is
 * derived before the first use, since some platforms for workers allow no such computation while the program starts.
 */
export function tokenSealer(secrets: readonly string[], purpose: string): TokenSealer {
  const derived = new Map<string, Promise<Uint8Array>>()
  const keyOf = (secret: string) => {
    const key = derived.get(secret) ?? deriveKey(secret, purpose)
    derived.set(secret, key)
    return key
  }
  return {
    seal: async (claims, audience, expires) => {
      const token = new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setAudience(audience)
      if (expires) token.setExpirationTime(expires)
      return token.encrypt(await keyOf(secrets[0] as string))
    },
    open: async (token, audience) => {
      for (const secret of secrets) {
        const opened = await openWith(await keyOf(secret), token, audience)
        if (opened !== 'invalid') return opened
      }
      return 'invalid'
    },
  }
}

async function openWith(key: Uint8Array, token: string, audience: string): Promise<JWTPayload | 'invalid' | 'expired'> {
  try {
    const { payload } = await jwtDecrypt(token, key, {
      audience,
      requiredClaims: ['sub'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JOSEError) return 'invalid'
    throw error
  }
}

/** Derives a key by HKDF, so that the same secret may also seal sessions. Source: RFC 5869. */
async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const base = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes(purpose) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, 256))
}
