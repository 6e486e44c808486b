import type { ServerRequest } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { SESSION, type Session, type SessionKey } from '@app/session'
import type { Authenticator } from './authenticator.ts'
import { type AuthenticationResult, checkIdentity, type Identity } from './identity.ts'

/** Options of `sessionAuthenticator`. */
export interface SessionAuthenticatorOptions {
  /**
   * Looks the user up again at each request, so that changed roles apply at the next request, and a blocked user has no
   * identity any more. Default: the identity that `logIn` has stored is used until the session ends.
   */
  readonly identify?: ((kept: Identity, request: ServerRequest) => AuthenticationResult) | undefined
}

/**
 * Recognizes a visitor who has logged in by `logIn`. Needs `session()` of `@app/session` before it.
 *
 * Throws an `OptionError` for an invalid option.
 *
 * @example
 * app.pipe(session({ secret: process.env.APP_SECRET }))
 * app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
 */
export function sessionAuthenticator(options: SessionAuthenticatorOptions = {}): Authenticator {
  const { identify } = checkOptions('sessionAuthenticator()', options, { identify: optionKind.function })
  return {
    authenticate: (request) => {
      const kept = request.attribute(SESSION).get(KEPT)
      return kept === undefined || identify === undefined ? kept : identify(kept, request)
    },
    // HTTP requires that a 401 names a scheme. None is registered for log-in by a cookie, so the challenge is the
    // unregistered name `Cookie`.
    challenge: () => 'Cookie',
    // An OpenAPI document gets the default name of the session's cookie, since a name that session() was given is not
    // known here.
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
  }
}

/** Recognizes a visitor who has logged in. In an application without sessions, this authenticator recognizes nobody. */
export function sessionIfAny(): Authenticator {
  const own = sessionAuthenticator()
  return {
    ...own,
    authenticate: (request) =>
      request.attribute(SESSION, undefined) === undefined ? undefined : own.authenticate(request),
  }
}

/**
 * Logs a user in: the next request of this visitor has the identity. Call it after you have checked the password.
 *
 * The session gets a new cookie, so that a cookie from before the log-in does not get the identity. The values in the
 * session stay, unless they belonged to another user. Needs `session()` of `@app/session` before it. Throws a
 * `TypeError` for an identity without an id, or with roles that are not a list of strings, and a `UsageError`
 * (`APP_SESSION`) for an identity that is not JSON.
 *
 * @example
 * app.post('/log-in', (request) => {
 *   logIn(request, { id: 'ada', roles: ['editor'] })
 *   return redirect('/', 303)
 * })
 */
export function logIn(request: ServerRequest<never> | ServerRequest, identity: Identity): void {
  checkIdentity('logIn(): the application', identity)
  sessionFor(request, identity).set(KEPT, identity)
}

/** Gives the session a new cookie, and forgets its values if they belonged to another user. */
export function sessionFor(request: ServerRequest<never> | ServerRequest, { id }: Identity): Session {
  const session = (request as ServerRequest).attribute(SESSION)
  const earlier = session.get(KEPT)
  if (earlier === undefined || earlier.id === id) session.regenerate()
  else session.destroy()
  return session
}

/**
 * Logs the user out, by deleting the whole session.
 *
 * @example
 * app.post('/log-out', (request) => {
 *   logOut(request)
 *   return redirect('/', 303)
 * })
 */
export function logOut(request: ServerRequest<never> | ServerRequest): void {
  ;(request as ServerRequest).attribute(SESSION).destroy()
}

/**
 * The key of the identity in the session. An application cannot have a key of this name: `sessionKey()` refuses names
 * that begin with `@`.
 */
const KEPT: SessionKey<Identity> = Object.freeze({ name: '@app/authentication' })
