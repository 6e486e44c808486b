import type { Secrets } from '@app/cookies'
import { secretKind, secretList, WRITE_SECRET } from '@app/cookies/internal'
import { checkOptions, OptionError, optionKind, passingSecret } from '@app/core/extending'
import type { SessionStore } from './session-store.ts'

/** Options of `session`. */
export interface SessionOptions {
  /**
   * The secret that seals the cookie: at least 32 characters that nobody can guess. In a list, the first secret seals,
   * and cookies that any of the secrets has sealed are accepted. Default: in development and in tests a random secret
   * that lasts until the process ends; elsewhere, a missing secret is an error.
   */
  readonly secret?: Secrets | undefined
  /**
   * The store that keeps sessions; the cookie then only has the id. Default: none; the cookie itself has the whole
   * session, encrypted.
   */
  readonly store?: SessionStore | undefined
  /**
   * The seconds that the store may take to load a session, and once more to keep it, before the request is answered
   * with 503. A request may have to wait until other requests have written the same session; this time counts too.
   * Default: 2.
   */
  readonly storeTimeout?: number | undefined
  /**
   * The seconds without a request after which a session ends, to within a tenth of this time. Default: 7200, two hours.
   */
  readonly idle?: number | undefined
  /** The seconds after which a session ends in any case. Default: 43200, twelve hours. */
  readonly lifetime?: number | undefined
  /**
   * Makes the browser keep the cookie when the visitor closes the browser, until the lifetime ends. Default: `false`.
   */
  readonly persistent?: boolean | undefined
  /** The name of the cookie without its prefix. Default: `session`. */
  readonly name?: string | undefined
  /**
   * The domain of the cookie. All subdomains get the cookie, so that everybody who runs a subdomain can read it.
   * Default: this very host alone.
   */
  readonly domain?: string | undefined
  /**
   * When browsers send the cookie with requests that begin on another site: with `strict` never, with `lax` if the
   * visitor follows a link, with `none` always, also for forms and scripts. Default: `lax`.
   */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined
  /**
   * Makes browsers send the cookie over TLS alone. Default: the same option of the `cookies()` before this middleware.
   * Without `cookies()`: `true`, except for requests without TLS in development.
   */
  readonly secure?: boolean | undefined
}

/** The options with their defaults, and all secrets in a list. */
export type CheckedOptions = Omit<SessionOptions, 'secret' | Defaulted> & {
  readonly [K in Defaulted]: NonNullable<SessionOptions[K]>
} & { readonly secrets: readonly string[] }

type Defaulted = 'storeTimeout' | 'idle' | 'lifetime' | 'name' | 'persistent'

/**
 * Checks options, and adds defaults. Throws an `OptionError` for an unknown or invalid option. Also throws one for a
 * missing secret, except in development and in tests; this error says where to write the secret.
 */
export function checkSessionOptions(options: SessionOptions): CheckedOptions {
  const {
    secret,
    storeTimeout = 2,
    idle = 7_200,
    lifetime = 43_200,
    name = 'session',
    persistent = false,
    ...others
  } = checkOptions(OWNER, options, KINDS)
  const given = secretList(secret)
  const passing = given.length === 0 ? passingSecret('APP_SECRET') : undefined
  const secrets = passing === undefined ? given : [passing]
  if (secrets.length === 0) throw new OptionError(OWNER, 'secret', `"secret" is missing. ${WRITE_SECRET}`)
  return { ...others, storeTimeout, idle, lifetime, name, persistent, secrets }
}

const OWNER = 'session()'
const { boolean, count, oneOf, text, withMethods } = optionKind
const KINDS = {
  secret: secretKind,
  store: withMethods('getItem', 'setItem', 'removeItem'),
  storeTimeout: optionKind.seconds,
  idle: count,
  lifetime: count,
  persistent: boolean,
  name: text,
  domain: text,
  sameSite: oneOf('strict', 'lax', 'none'),
  secure: boolean,
}
