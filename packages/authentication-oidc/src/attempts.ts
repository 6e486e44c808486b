import type { Session, SessionKey } from '@app/session'

/** A log-in that a visitor has begun, and not yet ended. */
export interface Attempt {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE. Source: RFC 7636. */
  readonly verifier: string
  /** The path of this site to which the log-in leads. */
  readonly returnTo: string
  /** The time until which the visitor may come back, in milliseconds since 1970. */
  readonly until: number
  /** The id of the visitor to whose account the user at the provider is to be linked. */
  readonly linkTo?: string | undefined
}

/**
 * Keeps an attempt in the session, beside those of other tabs. The oldest ones are forgotten if they are too many or too
 * large for the cookie of a session.
 */
export function keepAttempt(session: Session, attempt: Attempt): void {
  const path = attempt.returnTo.length > LONGEST_PATH ? '/' : attempt.returnTo
  const all = [...living(session), { ...attempt, returnTo: path }]
  while (all.length > MOST || (all.length > 1 && JSON.stringify(all).length > LONGEST)) all.shift()
  session.set(ATTEMPTS, all)
}

/**
 * Returns the attempt with this `state`, and forgets it, so that it can be used once. Returns `undefined` if this
 * visitor has no such attempt at this provider, or has taken too long.
 */
export function takeAttempt(session: Session, provider: string, state: string | null): Attempt | undefined {
  const all = living(session)
  const found = all.find((attempt) => attempt.state === state)
  if (found === undefined) return undefined
  const others = all.filter((attempt) => attempt !== found)
  if (others.length === 0) session.delete(ATTEMPTS)
  else session.set(ATTEMPTS, others)
  return found.provider === provider ? found : undefined
}

function living(session: Session): readonly Attempt[] {
  return (session.get(ATTEMPTS) ?? []).filter(({ until }) => until > Date.now())
}

/** An application cannot have a key of this name: `sessionKey()` refuses names that begin with `@`. */
const ATTEMPTS: SessionKey<readonly Attempt[]> = Object.freeze({ name: '@app/authentication-oidc' })

/** The attempts of a visitor that may be pending at once, such as in several tabs. */
const MOST = 5
/** The characters of JSON that all attempts may have, about half of what fits into the cookie of a session. */
const LONGEST = 1_500
const LONGEST_PATH = 1_000
