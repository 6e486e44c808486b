export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Encrypts and signs with one secret. The implementations with `node:crypto` and with WebCrypto compute the same
 * results.
 */
export interface SecretKey {
  /**
   * Encrypts a string by AES-256-GCM; the result ends with the authentication tag. The key and the nonce are derived
   * from the secret and the salt, for only this call. The tag also covers `purpose`, which is not encrypted.
   */
  encrypt(salt: Bytes, purpose: string, text: string): Bytes | Promise<Bytes>
  /**
   * Decrypts a string; returns `undefined` unless this secret has encrypted it with this salt and for this purpose.
   */
  decrypt(salt: Bytes, purpose: string, sealed: Bytes): string | undefined | Promise<string | undefined>
  /** Computes the HMAC with SHA-256 of a string; the result has 32 bytes. */
  sign(text: string): Bytes | Promise<Bytes>
  /** Compares a signature of 32 bytes with the signature of a string, in constant time. */
  verify(text: string, signature: Bytes): boolean | Promise<boolean>
}

/** The parameters with which HKDF with SHA-256 derives keys (RFC 5869). */
export const DERIVED = {
  /** The strings for the parameter `info` of HKDF: with different strings, keys to seal and keys to sign differ. */
  seal: '@app/cookies/seal',
  sign: '@app/cookies/sign',
  /** The lengths of an AES key and of a nonce of AES-GCM, in bytes. */
  key: 32,
  nonce: 12,
} as const
