import { HttpError } from '@app/core'
import { OptionError, type OptionKind } from '@app/core/extending'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'

/** The keys by which the signatures of tokens are checked. */
export interface TokenKeys {
  /**
   * The public keys of the issuer: the URL of its JWKS, or the key set itself. The JWKS is fetched again after ten
   * minutes, and when a token names an unknown key.
   */
  readonly jwks?: string | JSONWebKeySet | undefined
  /**
   * A secret of at least 32 characters by which tokens are both signed and checked, for tokens that the application
   * issues itself.
   */
  readonly secret?: string | undefined
  /**
   * The algorithms that are accepted. Default: `HS256` with a secret, else `ES256` to `ES512`, `PS256` to `PS512`,
   * `RS256` to `RS512`, `EdDSA` and `Ed25519`.
   */
  readonly algorithms?: readonly string[] | undefined
}

/**
 * Returns the claims of a valid token. Rejects with an error of jose for an invalid token, or with an `HttpError` of
 * 503 if the keys cannot be fetched.
 */
export type Verifier = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>

/**
 * Throws an `OptionError` if both or neither of `jwks` and `secret` are given, or if one of `algorithms` is for keys of
 * the other kind.
 */
export function checkKeys({ jwks, secret, algorithms = [] }: TokenKeys): void {
  if ((jwks === undefined) === (secret === undefined)) {
    throw new OptionError(OWNER, 'jwks', 'give the keys that tokens are signed with: either "jwks" or "secret".')
  }
  const foreign = algorithms.find((name) => name.startsWith('HS') === (secret === undefined))
  if (foreign === undefined) return
  const instead = secret === undefined ? `one of ${ALGORITHMS.join(', ')}` : 'HS256, HS384 or HS512'
  throw new OptionError(
    OWNER,
    'algorithms',
    `${foreign} cannot be used with ${secret === undefined ? '"jwks"' : '"secret"'}. Write ${instead}.`,
  )
}

export function verifierOf({ jwks, secret }: TokenKeys): Verifier {
  if (secret !== undefined) {
    const key = new TextEncoder().encode(secret)
    return async (token, options) => (await jwtVerify(token, key, options)).payload
  }
  const keys = typeof jwks === 'string' ? remoteKeys(jwks) : createLocalJWKSet(jwks as JSONWebKeySet)
  return async (token, options) => {
    try {
      return (await jwtVerify(token, keys, options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      return firstThatFits(error, token, options)
    }
  }
}

/**
 * Verifies a token that does not name its key. Tries each key that fits the token's algorithm: during a rotation of the
 * issuer's keys, the old and the new key.
 */
async function firstThatFits(
  several: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for await (const key of several) {
    try {
      return (await jwtVerify(token, key, options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

/**
 * Fetches the keys from a URL. If they cannot be fetched, the response is a 503 and not a 401, since the token may be
 * valid.
 */
function remoteKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url))
  return (header, token) =>
    keys(header, token).catch((cause: unknown) => {
      if (TOKENS_FAULT.some((fault) => cause instanceof fault)) throw cause
      const headers = { 'retry-after': '5' }
      throw new HttpError(503, 'Bearer: the keys of the issuer cannot be fetched.', { cause, headers })
    })
}

const TOKENS_FAULT = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

const OWNER = 'bearerAuthenticator()'

/**
 * The asymmetric algorithms. `none` is missing, since anybody could make a token without a signature. Algorithms with a
 * shared secret are missing, since an attacker could use the public key as the secret. Source: RFC 7518, RFC 8037, RFC
 * 9864.
 */
export const ALGORITHMS: readonly string[] = [
  ...['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'],
  ...['RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519'],
]

export const ALGORITHM: OptionKind = {
  wants: `one of ${[...ALGORITHMS, 'HS256', 'HS384', 'HS512'].join(', ')}`,
  accepts: (value) => [...ALGORITHMS, 'HS256', 'HS384', 'HS512'].includes(value as string),
}

export const SECRET: OptionKind = {
  wants: 'a secret of at least 32 characters',
  accepts: (value) => typeof value === 'string' && value.length >= 32,
}

export const JWKS: OptionKind = {
  wants: 'an https URL (http only on this machine), or a set { keys: […] } of public keys',
  accepts: (value) => (typeof value === 'string' ? isSafeUrl(value) : isPublicSet(value)),
}

/**
 * True if keys can safely be fetched from a URL: over https, or over http from this machine. Over http from elsewhere,
 * an attacker in the network could send keys of their own, and then make any token.
 */
function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
}

function isPublicSet(value: unknown): boolean {
  const keys: unknown = Object(value).keys
  return (
    Array.isArray(keys) &&
    keys.length > 0 &&
    keys.every((key) => Object(key).kty !== 'oct' && Object(key).d === undefined)
  )
}
