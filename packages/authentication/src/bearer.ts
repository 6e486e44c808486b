import { HttpError, type ServerRequest } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { errors, type JWTPayload, type JWTVerifyOptions } from 'jose'
import { type Authenticator, credentialsOf } from './authenticator.ts'
import type { AuthenticationResult, Identity } from './identity.ts'
import { challengeOf, REALM } from './realm.ts'
import { ALGORITHM, ALGORITHMS, checkKeys, JWKS, SECRET, type TokenKeys, verifierOf } from './token-keys.ts'

/** The claims of a token: registered ones, such as `sub` and `exp`, and those that the issuer has added. */
export type Claims = JWTPayload

/** Makes the identity from the claims of a valid token; returns nothing if the application does not know the user. */
export type IdentifyClaims = (claims: Claims, request: ServerRequest) => AuthenticationResult

/** Options of `bearerAuthenticator`. Exactly one of `jwks` and `secret` is required. */
export type BearerAuthenticatorOptions = BearerChecks & TokenKeys & IdentifyOption

/** The options of `bearerAuthenticator` besides the keys and `identify`. */
export interface BearerChecks {
  /** The issuer of the tokens, as in their claim `iss`. With a list, tokens of each issuer in the list are accepted. */
  readonly issuer: string | readonly string[]
  /** The expected audience of the tokens, as in their claim `aud`. `false` accepts tokens for every audience. */
  readonly audience: string | readonly string[] | false
  /** The seconds by which the clocks of the issuer and of the application may differ. Default: 30. */
  readonly clockTolerance?: number | undefined
  /** The name of the protected area, which is sent in the challenge of a 401. Default: none. */
  readonly realm?: string | undefined
}

/**
 * The option `identify`, which makes the identity from the claims of a token. It is optional if the type `Identity`
 * requires only an id, since the claim `sub` is then the id.
 */
export type IdentifyOption = { readonly id: string } extends Identity
  ? { readonly identify?: IdentifyClaims | undefined }
  : { readonly identify: IdentifyClaims }

/**
 * Identifies a user by a signed token, a JWT, in the header `Authorization`.
 *
 * A token has to have an expiry (the claim `exp`) and the expected issuer and audience; `audience: false` accepts any
 * audience, or none. Without the option `identify`, a token also needs a user (the claim `sub`). If the keys cannot be
 * fetched, the response is a 503. Throws an `OptionError` for an invalid option. Source: RFC 6750, RFC 8725.
 *
 * @example
 * const tokens = bearerAuthenticator({
 *   issuer: 'https://issuer.example',
 *   audience: 'notes',
 *   jwks: 'https://issuer.example/jwks.json',
 * })
 * app.pipe(authentication({ authenticators: [tokens] }))
 */
export function bearerAuthenticator(options: BearerAuthenticatorOptions): Authenticator {
  const checked = checkOptions<AllOptions>(OWNER, options, KINDS)
  const { issuer, audience, clockTolerance = 30, realm, identify, ...keys } = checked
  checkKeys(keys)
  const required: JWTVerifyOptions = {
    issuer: listOf(issuer),
    ...(audience !== false && { audience: listOf(audience) }),
    algorithms: [...(keys.algorithms ?? (keys.secret === undefined ? ALGORITHMS : ['HS256']))],
    clockTolerance,
    requiredClaims: identify === undefined ? ['exp', 'sub'] : ['exp'],
  }
  const verify = verifierOf(keys)
  const refused = (reason: string) => {
    const header = challengeOf('Bearer', realm, 'error="invalid_token"')
    return new HttpError(401, `Bearer: ${reason}`, { headers: { 'www-authenticate': header } })
  }
  return {
    authenticate: async (request) => {
      const token = credentialsOf(request, 'Bearer')
      if (token === undefined) return undefined
      const claims = await verify(token, required).catch((error: unknown) => {
        throw error instanceof errors.JOSEError ? refused(error.message) : error
      })
      const found = identify === undefined ? named(claims) : await identify(claims, request)
      if (found === undefined || found === null)
        throw refused('the token is valid, but the application does not know its user.')
      return found
    },
    challenge: () => challengeOf('Bearer', realm),
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  }
}

function named({ sub }: Claims): Identity | undefined {
  // The cast is safe: if the application's identities need more than an id, the types require `identify`.
  return typeof sub === 'string' && sub !== '' ? ({ id: sub } as Identity) : undefined
}

function listOf(value: string | readonly string[]): string[] {
  return typeof value === 'string' ? [value] : [...value]
}

interface AllOptions extends BearerChecks, TokenKeys {
  readonly identify?: IdentifyClaims | undefined
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

const OWNER = 'bearerAuthenticator()'

const KINDS = {
  issuer: optionKind.required({
    wants: 'the claim "iss" of the tokens, a string or a list of strings',
    accepts: isNames,
  }),
  audience: optionKind.required({
    wants: 'the claim "aud" of the tokens, a string or a list of strings, or false for every audience',
    accepts: (value: unknown) => value === false || isNames(value),
  }),
  jwks: JWKS,
  secret: SECRET,
  algorithms: optionKind.listOf(ALGORITHM),
  clockTolerance: optionKind.count,
  realm: REALM,
  identify: optionKind.function,
}
