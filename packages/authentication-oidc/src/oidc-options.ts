import type { Identity } from '@app/authentication'
import type { Awaitable, ServerRequest } from '@app/core'
import { checkOptions, isMap, modeOf, OptionError, type OptionKind, optionKind, printable } from '@app/core/extending'
import type { OidcFailure } from './failure.ts'
import { OIDC_PATH, type OidcPath } from './oidc-path.ts'

/**
 * The claims of a user: those of the verified ID token, and with `userInfo` those of the provider's userinfo endpoint.
 * Only `iss`, `sub`, `aud`, `iat` and `exp` are checked; for all others take the provider's word, and check their types.
 */
export interface OidcClaims {
  /** The issuer, as in the metadata of the provider. */
  readonly iss: string
  /** The user's id at the issuer. Only `iss` and `sub` together name a user, and never change. */
  readonly sub: string
  readonly aud: string | readonly string[]
  /** The time at which the token was issued, in seconds since 1970. */
  readonly iat: number
  /** The time at which the token expires, in seconds since 1970. */
  readonly exp: number
  /** An address that the user may have made up, unless `email_verified` is `true`. */
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
  readonly name?: string | undefined
  readonly preferred_username?: string | undefined
  readonly picture?: string | undefined
  readonly locale?: string | undefined
  readonly [claim: string]: unknown
}

/** A log-in that a provider has confirmed. */
export interface OidcLogIn {
  /** The name of the provider in the options. */
  readonly provider: string
  /** The token for APIs of the provider. Keep it on the server, sealed. */
  readonly accessToken: string
  /** The seconds after which the access token expires, if the provider says so. */
  readonly expiresIn?: number | undefined
  /** The token that gets new access tokens, if a scope such as `offline_access` asked for it. */
  readonly refreshToken?: string | undefined
  readonly idToken: string
  /** The visitor whose account is to be linked to this user, as the handler `link` has begun it; else `undefined`. */
  readonly linkTo?: Identity | undefined
}

/**
 * Finds or creates the account of a user by the claims, and returns its identity. To refuse the user, returns a message
 * for them, or nothing. Key accounts by `iss` and `sub`, never by `email`.
 */
export type OidcIdentify = (
  claims: OidcClaims,
  request: ServerRequest,
  logIn: OidcLogIn,
) => Awaitable<Identity | string | null | undefined>

/** A provider at which visitors may log in. */
export interface OidcProviderOptions {
  /** The URL of the issuer, over https. Over http only on this machine, and in development. */
  readonly issuer: string
  /** The id that the provider has given to the application. */
  readonly clientId: string
  /** The secret that the provider has given to the application. Default: none, for a client that is public. */
  readonly clientSecret?: string | undefined
  /** What the application asks for, besides `openid`, such as `email` and `profile`. Default: nothing else. */
  readonly scopes?: readonly string[] | undefined
  /** Further parameters of the request to log in: `{ prompt: 'select_account' }`. Default: none. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
  /** Asks for the claims of the userinfo endpoint too. Default: `false`, the ID token's claims alone. */
  readonly userInfo?: boolean | undefined
}

/** Options of `oidc`. */
export interface OidcOptions {
  /** The providers by the names that stand in paths: `google` in `/log-in/google`. Without any, every path is a 404. */
  readonly providers: Readonly<Record<string, OidcProviderOptions>>
  readonly identify: OidcIdentify
  /**
   * The origin of the application for the redirect URIs, such as `https://app.example`. Default: the origin of the
   * request, which follows `trustProxy` of the server.
   */
  readonly origin?: string | undefined
  /**
   * The path of the page from which visitors begin to log in, to which a failed log-in leads; or a function that returns
   * it for a request. Default: `/log-in`.
   */
  readonly loginPage?: OidcPath | undefined
  /** The path to which a log-out leads, also from the provider; or a function that returns it. Default: `/`. */
  readonly afterLogOut?: OidcPath | undefined
  /**
   * Logs the user in that `identify` has returned, and answers, most often by a redirect to the path `returnTo`; for
   * users with a second factor `enter` of `secondFactor()`. Default: `logIn` of `@app/authentication`, and the redirect.
   */
  readonly enter?: ((request: ServerRequest, identity: Identity, returnTo: string) => Awaitable<Response>) | undefined
  /** Answers a log-in that failed. Default: a redirect to `loginPage`, with a flash named `notice`. */
  readonly onFailure?: ((failure: OidcFailure, request: ServerRequest) => Awaitable<Response>) | undefined
  /** The seconds within which a visitor has to come back from the provider. Default: 600. */
  readonly lifetime?: number | undefined
  /** The seconds that each request to a provider may take. Default: 5. */
  readonly timeout?: number | undefined
  /** The seconds by which the clocks of a provider and of the application may differ. Default: 30. */
  readonly clockTolerance?: number | undefined
}

/** Returns the options. Throws an `OptionError` for an unknown or invalid one, also of a provider. */
export function checkOidcOptions(options: OidcOptions): OidcOptions {
  const checked = checkOptions(OWNER, options, KINDS)
  for (const [name, provider] of Object.entries(checked.providers)) {
    if (!/^[a-z\d][a-z\d_-]*$/i.test(name)) {
      throw refused(`the name "${printable(name)}" of a provider stands in paths: write letters, digits, "-" and "_".`)
    }
    try {
      checkOptions(`"providers" has "${name}"`, provider, PROVIDER_KINDS)
    } catch (error) {
      throw refused((error as Error).message)
    }
  }
  return checked
}

function refused(problem: string): OptionError {
  return new OptionError(OWNER, 'providers', problem)
}

/**
 * True for an issuer over https, or over http on this machine or in development. Elsewhere somebody in the network could
 * answer in place of the issuer, and log in as anybody.
 */
function isIssuer(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, search, hash, username } = new URL(value)
  if (search !== '' || hash !== '' || username !== '' || value.includes('/.well-known/')) return false
  return protocol === 'https:' || isInsecure(value)
}

/** True for an issuer over http that is accepted nevertheless. */
export function isInsecure(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) || isDevelopment())
}

function isDevelopment(): boolean {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
  }
  try {
    return (process?.env?.APP_ENV || modeOf(process?.env ?? {})) === 'development'
  } catch {
    // Deno throws without the permission to read the environment.
    return false
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? `"${printable(value)}"` : undefined)

const ISSUER: OptionKind = {
  wants:
    'the https URL of the issuer, without "/.well-known/…" (http only on this machine, or if NODE_ENV is development)',
  accepts: isIssuer,
  got: shown,
}

/** Parameters that are the package's own: with others, an answer could not be checked. */
const OWN = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
]

const PARAMETERS: OptionKind = {
  wants: `a map of strings, such as { prompt: "select_account" }, without ${OWN.join(', ')}`,
  accepts: (value) =>
    isMap(value) && Object.entries(value).every(([name, text]) => typeof text === 'string' && !OWN.includes(name)),
}

const OWNER = 'oidc()'
const { boolean, count, listOf, required, text } = optionKind

const PROVIDER_KINDS = {
  issuer: required(ISSUER),
  clientId: required(text),
  clientSecret: text,
  scopes: listOf({
    wants: 'a string without spaces',
    accepts: (value) => typeof value === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value),
  }),
  parameters: PARAMETERS,
  userInfo: boolean,
}

const KINDS = {
  providers: required({
    wants: 'a map of providers: { google: { issuer, clientId, clientSecret } }',
    accepts: isMap,
  }),
  identify: required(optionKind.function),
  origin: {
    wants: 'an origin such as "https://app.example", without a path or a slash at the end',
    accepts: (value: unknown) => optionKind.origins.accepts([value]),
    got: shown,
  },
  loginPage: OIDC_PATH,
  afterLogOut: OIDC_PATH,
  enter: optionKind.function,
  onFailure: optionKind.function,
  lifetime: {
    wants: 'a number of seconds from 1 to 3600',
    accepts: (value: unknown) => optionKind.seconds.accepts(value) && (value as number) >= 1,
  },
  timeout: {
    wants: 'a number of seconds above 0, at most 3600',
    accepts: (value: unknown) => optionKind.seconds.accepts(value) && value !== 0,
  },
  clockTolerance: count,
}
