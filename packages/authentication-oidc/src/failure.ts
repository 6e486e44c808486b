import { redirect, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'

/** A log-in that failed, for the option `onFailure`. */
export interface OidcFailure {
  /**
   * Why it failed: the visitor or the provider has `denied` it; it has `expired`, or began in another browser, or was
   * used before; `identify` has `refused` the user; or the answer of the provider is `invalid`.
   */
  readonly reason: 'denied' | 'expired' | 'refused' | 'invalid'
  /** The name of the provider in the options. */
  readonly provider: string
  /** The path of this site that the visitor wanted; `/` if it is not known. */
  readonly returnTo: string
}

/** Redirects to the log-in page with a flash. */
export function toLoginPage({ reason, returnTo }: OidcFailure, request: ServerRequest, loginPage: string): Response {
  const visit = request.attribute(SESSION)
  // The same message is kept once, so that a visitor who fails often has a small session nevertheless.
  for (const message of new Set([...visit.flashes(FLASH), MESSAGES[reason]])) visit.flash(FLASH, message)
  const query = returnTo === '/' ? '' : `?return=${encodeURIComponent(returnTo)}`
  return redirect(loginPage + query, 303)
}

const FLASH = 'notice'

const MESSAGES: Readonly<Record<OidcFailure['reason'], string>> = {
  denied: 'The log-in was cancelled.',
  expired: 'The log-in took too long, or began in another browser. Try again.',
  refused: 'You have no account here.',
  invalid: 'The log-in failed. Try again.',
}
