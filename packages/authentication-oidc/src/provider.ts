import { HttpError } from '@app/core'
import * as client from 'openid-client'
import type { Attempt } from './attempts.ts'
import type { OidcClaims, OidcLogIn, OidcProviderOptions } from './oidc-options.ts'
import { isInsecure } from './oidc-options.ts'

/** The provider, or the visitor there, has refused to log in; or its answer is not valid. */
export class Refusal extends Error {
  readonly reason: 'denied' | 'invalid'

  constructor(reason: 'denied' | 'invalid', message: string) {
    super(message)
    this.reason = reason
  }
}

/** What a provider says of a user who has logged in. */
export interface Confirmed {
  readonly claims: OidcClaims
  readonly logIn: OidcLogIn
}

/** The limits of requests to a provider, in seconds. */
export interface ProviderLimits {
  readonly timeout: number
  readonly clockTolerance: number
}

/** A provider, whose metadata are fetched when they are first needed, and again after an hour. */
export class Provider {
  readonly #name: string
  readonly #options: OidcProviderOptions
  readonly #limits: ProviderLimits
  #known: { readonly metadata: client.Configuration; readonly until: number } | undefined
  #failed: { readonly error: HttpError; readonly until: number } | undefined
  #running: Promise<client.Configuration> | undefined

  constructor(name: string, options: OidcProviderOptions, limits: ProviderLimits) {
    this.#name = name
    this.#options = options
    this.#limits = limits
  }

  /** Returns the URL at which a visitor logs in. Rejects with an `HttpError` of 503 if the provider is down. */
  async logInUrl(redirectUri: string, { state, nonce, verifier }: Attempt): Promise<string> {
    const { scopes = [], parameters } = this.#options
    const url = client.buildAuthorizationUrl(await this.#discovered(), {
      ...parameters,
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...scopes])].join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /** Returns the URL at which the visitor logs out; `undefined` if the provider has none. */
  async logOutUrl(returnTo: string): Promise<string | undefined> {
    const metadata = await this.#discovered()
    if (metadata.serverMetadata().end_session_endpoint === undefined) return undefined
    return client.buildEndSessionUrl(metadata, { post_logout_redirect_uri: returnTo }).href
  }

  /**
   * Checks the answer with which a visitor came back, and gets the tokens for its code. Rejects with a `Refusal`, or with
   * an `HttpError` of 503 if the provider is down.
   */
  async confirm(answer: URL, { state, nonce, verifier }: Attempt): Promise<Confirmed> {
    const metadata = await this.#discovered()
    try {
      const maxAge = this.#options.parameters?.max_age
      const tokens = await client.authorizationCodeGrant(metadata, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
      })
      const claims = tokens.claims() as client.IDToken
      const more = this.#options.userInfo
        ? await client.fetchUserInfo(metadata, tokens.access_token, claims.sub)
        : undefined
      return {
        claims: { ...more, ...claims } as OidcClaims,
        logIn: {
          provider: this.#name,
          accessToken: tokens.access_token,
          idToken: tokens.id_token as string,
          ...(tokens.expires_in !== undefined && { expiresIn: tokens.expires_in }),
          ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
        },
      }
    } catch (error) {
      throw isOutage(error) ? this.#down(error) : this.#refusal(error)
    }
  }

  /** All requests wait for the same discovery. While a new one fails, the metadata of the last one are used. */
  async #discovered(): Promise<client.Configuration> {
    const now = Date.now()
    if (this.#known !== undefined && now < this.#known.until) return this.#known.metadata
    if (this.#failed !== undefined && now < this.#failed.until) {
      if (this.#known !== undefined) return this.#known.metadata
      throw this.#failed.error
    }
    try {
      return await this.#discoveredOnce()
    } catch (error) {
      if (this.#known !== undefined) return this.#known.metadata
      throw error
    }
  }

  #discoveredOnce(): Promise<client.Configuration> {
    // workerd lets no request wait for what another one fetches.
    if (isWorkerd()) return this.#discover()
    this.#running ??= this.#discover().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const { timeout, clockTolerance } = this.#limits
    try {
      const metadata = await client.discovery(
        new URL(issuer),
        clientId,
        { [client.clockTolerance]: clockTolerance },
        clientSecret === undefined ? client.None() : bySecret(clientSecret),
        {
          timeout,
          [client.customFetch]: limitedFetch,
          // Without the checks of non-repudiation, the signature of a token would not be verified: the library trusts
          // the connection to the provider.
          execute: [client.enableNonRepudiationChecks, ...(isInsecure(issuer) ? [client.allowInsecureRequests] : [])],
        },
      )
      this.#known = { metadata, until: Date.now() + KNOWN_FOR }
      this.#failed = undefined
      return metadata
    } catch (cause) {
      const error = this.#down(cause)
      this.#failed = { error, until: Date.now() + FAILED_FOR }
      throw error
    }
  }

  #down(cause: unknown): HttpError {
    const message = `The OpenID provider "${this.#name}" (${this.#options.issuer}) cannot be used: ${reasonOf(cause)}.`
    return new HttpError(503, message, { headers: { 'retry-after': '5' } })
  }

  #refusal(error: unknown): Refusal {
    const isDenied = error instanceof client.AuthorizationResponseError && DENIED.includes(error.error)
    const hint = CLIENT_FAULTS.includes(String(Object(error).error)) ? ' Check its clientId and clientSecret.' : ''
    const message = `The log-in at the OpenID provider "${this.#name}" (${this.#options.issuer}) failed: ${reasonOf(error)}.${hint}`
    return new Refusal(isDenied ? 'denied' : 'invalid', message)
  }
}

/** Sends the secret in the way that the provider accepts; if it does not say which, in the header. */
function bySecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return accepted.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}

/** Fetches with a limit for the bytes of the response. */
const limitedFetch: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  let left = MOST_BYTES
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error(`the response has more than ${MOST_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  return response.body === null ? response : new Response(response.body.pipeThrough(limit), response)
}

function isWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers'
}

/** True if the provider could not be reached, took too long, or has answered with something else than it should. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ClientError) return OUTAGES.includes(error.code ?? '') || error.cause instanceof TypeError
  return error instanceof TypeError
}

/** Describes an error and its causes, by their messages alone: other properties of theirs have tokens. */
function reasonOf(error: unknown): string {
  const said: string[] = []
  for (let one: unknown = error; one instanceof Error && said.length < 4; one = one.cause) {
    const { error: code, error_description: description } = one as { error?: string; error_description?: string }
    said.push(code === undefined ? one.message : [code, description].filter(Boolean).join(', '))
    if (one.cause instanceof Response) said.push(`status ${one.cause.status}`)
  }
  return said.length === 0 ? String(error) : said.join(': ')
}

const OUTAGES = [
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ...['OAUTH_PARSE_ERROR', 'OAUTH_HTTP_REQUEST_FORBIDDEN'],
]
const DENIED = [
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]
const CLIENT_FAULTS = ['invalid_client', 'unauthorized_client']
const MOST_BYTES = 1_048_576
/** The milliseconds after which metadata are fetched again. */
const KNOWN_FOR = 3_600_000
/** The milliseconds for which a failed discovery is not tried again, so that a provider that is down gets few requests. */
const FAILED_FOR = 1_000
