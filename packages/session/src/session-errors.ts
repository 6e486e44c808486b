import { HttpError } from '@app/core'
import { UsageError } from '@app/core/extending'

/**
 * Makes the error for a session that cannot hold a value, is too large for its cookie, or cannot be changed any more.
 * The message must not show a value of the session, only the names of keys.
 */
export function sessionRefused(message: string): UsageError {
  return new UsageError('APP_SESSION', message)
}

/**
 * Makes the error for a store that has failed, or took too long. The error is a 503: with an empty session instead, the
 * visitor would seem to be logged out.
 */
export function storeFailed(what: string, cause: unknown): HttpError {
  return new HttpError(503, `The store of the sessions failed to ${what} a session.`, {
    cause,
    headers: { 'retry-after': '5' },
  })
}

/** Makes the error of 409 for a session that ended, or got another id, while a request changed the session. */
export function sessionEnded(): HttpError {
  return new HttpError(409, 'The session ended while this request changed it. Try again.', { expose: true })
}
