import { HttpError, redirect, type ServerRequest, UsageError } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { SESSION, type SessionKey } from '@app/session'
import { identityOf } from './asking.ts'
import type { FactorStore } from './factor-store.ts'
import { forgetHalf, halfOf, keepHalf } from './half-log-in.ts'
import type { Identity } from './identity.ts'
import { KeptFactors } from './kept-factors.ts'
import { PAGE_PATH, pagePathFor } from './page-path.ts'
import { returnPath } from './return-path.ts'
import { tokenSealer } from './sealed-token.ts'
import { SECRETS, secretsOf } from './secrets-option.ts'
import { logIn } from './session.ts'
import { otpauthUri, randomBase32 } from './totp.ts'

/** Options of `secondFactor`. */
export interface SecondFactorOptions {
  /** Keeps the second factors of users, such as in a column of your table of users. */
  readonly store: FactorStore
  /** The name of your site, which the app on the phone shows. */
  readonly issuer: string
  /**
   * The secret that seals what the store keeps: at least 32 characters that nobody can guess. In a list, the first
   * secret seals, and what any of them has sealed is opened. Default: in development and in tests a random secret that
   * lasts until the process ends; elsewhere, a missing secret is an error.
   */
  readonly secret?: string | readonly (string | null)[] | undefined
  /** The path of your page that asks for the code, or a function that returns it. Default: `/log-in/code`. */
  readonly codePage?: string | ((request: ServerRequest) => string) | undefined
  /** The seconds within which the code has to follow the password. Default: 300. */
  readonly lifetime?: number | undefined
  /** How many wrong codes of a user are accepted within `window`; then every code is refused. Default: 5. */
  readonly guesses?: number | undefined
  /** The seconds after which a user may guess anew. Default: 3600. */
  readonly window?: number | undefined
}

/** A secret that is not added yet. */
export interface NewFactor {
  /** What the app on the phone reads as a QR code: `otpauth://totp/…`. */
  readonly uri: string
  /** The secret in base32, for a user who types it. */
  readonly secret: string
}

/** A second factor that was added. */
export interface AddedFactor {
  /** Ten codes that work once in place of the phone. Show them now: nobody can read them again. */
  readonly recoveryCodes: readonly string[]
}

/** Log-ins in two steps: a password or a provider, and then the code of an app on the phone. */
export interface SecondFactor {
  /** True if a user has a second factor. */
  has(user: string): Promise<boolean>
  /**
   * Logs in a user whose password was right, and redirects to `returnTo`. A user with a second factor is not logged in
   * yet, and is redirected to `codePage`. Default of `returnTo`: what `returnPath` returns.
   */
  enter(request: AnyRequest, identity: Identity, returnTo?: string): Promise<Response>
  /** Returns the user whose code is missing; `undefined` if there is none, or if the password was too long ago. */
  halfOf(request: AnyRequest): Identity | undefined
  /**
   * Logs in the user whose code is missing, and returns the user; returns `undefined` for a wrong code. Throws an
   * `HttpError` of 429 after too many wrong codes.
   */
  finish(request: AnyRequest, code: string): Promise<Identity | undefined>
  /**
   * Makes a secret for the user who has logged in, and keeps it in the session for an hour. `label` is the name of the
   * account, which the app on the phone shows. Throws an `HttpError` of 409 if the user has a second factor.
   */
  begin(request: AnyRequest, label: string): Promise<NewFactor>
  /**
   * Adds the secret of `begin`; returns `undefined` for a wrong code, or if there is no such secret. Throws an
   * `HttpError` of 409 if the user has a second factor.
   */
  add(request: AnyRequest, code: string): Promise<AddedFactor | undefined>
  /**
   * Takes over the secret of a user from another application, in base32, so that the phone need not be set up anew.
   * Returns `undefined` if the user has a second factor. Throws a `UsageError` for what is not base32 of 80 bits or more.
   */
  import(user: string, secret: string): Promise<AddedFactor | undefined>
  /**
   * True if the code of a user is right: to ask for it again before something important. Throws an `HttpError` of 429
   * after too many wrong codes.
   */
  check(user: string, code: string): Promise<boolean>
  /** Removes the second factor of a user. Call it after `check`. */
  remove(user: string): Promise<void>
}

type AnyRequest = ServerRequest<never> | ServerRequest

/**
 * Makes log-ins with a second factor: the code of six digits that an app on the phone shows (TOTP), or a recovery code.
 *
 * A code works once, also if several processes get it at the same moment. Needs `session()` of `@app/session` before it.
 * Throws an `OptionError` for an invalid option. Source: RFC 6238.
 *
 * @example
 * const factor = secondFactor({ issuer: 'Notes', secret: process.env.APP_SECRET, store })
 * app.post('/log-in', async (request) => factor.enter(request, await userOf(request)))
 */
export function secondFactor(options: SecondFactorOptions): SecondFactor {
  const { store, issuer, secret, ...rest } = checkOptions(OWNER, options, KINDS)
  const { codePage = '/log-in/code', lifetime = 300, guesses = 5, window = 3_600 } = rest
  const sealer = tokenSealer(secretsOf(OWNER, secret), '@app/authentication/second-factor')
  const kept = new KeptFactors(store, sealer, { guesses, window })
  const refuseSecond = async (user: string) => {
    if (!(await kept.has(user))) return
    throw new HttpError(409, 'There is a second factor already. Remove it first.', { expose: true })
  }
  return {
    has: (user) => kept.has(user),
    check: (user, code) => kept.check(user, code),
    remove: (user) => kept.remove(user),
    halfOf,
    enter: async (request, identity, returnTo = returnPath(request)) => {
      if (await kept.has(identity.id)) {
        keepHalf(request, identity, lifetime)
        const path = pagePathFor(`${OWNER}: "codePage"`, codePage, request as ServerRequest)
        return redirect(`${path}?return=${encodeURIComponent(returnTo)}`, 303)
      }
      forgetHalf(request)
      logIn(request, identity)
      return redirect(returnTo, 303)
    },
    finish: async (request, code) => {
      const identity = halfOf(request)
      if (identity === undefined || !(await kept.check(identity.id, code))) return undefined
      forgetHalf(request)
      logIn(request, identity)
      return identity
    },
    begin: async (request, label) => {
      const { id } = identityOf(request)
      await refuseSecond(id)
      const made = randomBase32(32)
      const sealed = await sealer.seal({ sub: id, made }, BEGUN.name, new Date(Date.now() + 3_600_000))
      ;(request as ServerRequest).attribute(SESSION).set(BEGUN, sealed)
      return { uri: otpauthUri(made, issuer, label), secret: made }
    },
    add: async (request, code) => {
      const { id } = identityOf(request)
      const session = (request as ServerRequest).attribute(SESSION)
      await refuseSecond(id)
      const claims = await sealer.open(session.get(BEGUN) ?? '', BEGUN.name)
      if (typeof claims === 'string' || claims.sub !== id) return undefined
      const recoveryCodes = await kept.add(id, String(claims.made), code)
      if (recoveryCodes === undefined) return undefined
      session.delete(BEGUN)
      return { recoveryCodes }
    },
    import: async (user, secret) => {
      const characters = secret.replace(/[\s=-]/g, '').toUpperCase()
      if (!SECRET.test(characters)) throw invalidSecret(user)
      const recoveryCodes = await kept.keep(user, characters, 0)
      return recoveryCodes && { recoveryCodes }
    },
  }
}

const OWNER = 'secondFactor()'

/** Base32 of 80 bits or more, without padding. */
const SECRET = /^[A-Z2-7]{16,}$/

function invalidSecret(user: string): UsageError {
  const wanted = 'base32 of at least 16 characters, the letters A to Z and the digits 2 to 7'
  return new UsageError(
    'APP_SECOND_FACTOR',
    `${OWNER}: the secret to import for ${JSON.stringify(user)} is not ${wanted}.`,
  )
}

/**
 * The secret of `begin`, sealed for its user, since a store of sessions is not the place for secrets. An application
 * cannot have a key of this name: `sessionKey()` refuses names that begin with `@`.
 */
const BEGUN: SessionKey<string> = Object.freeze({ name: '@app/authentication/new-factor' })

const KINDS = {
  store: optionKind.required(optionKind.withMethods('read', 'replace')),
  issuer: optionKind.required(optionKind.text),
  secret: SECRETS,
  codePage: PAGE_PATH,
  lifetime: optionKind.seconds,
  guesses: {
    wants: 'an integer from 1',
    accepts: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  },
  window: optionKind.seconds,
}
