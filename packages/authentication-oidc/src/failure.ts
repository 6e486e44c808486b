import { redirect, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { type OidcPath, pathFor } from './oidc-path.ts'

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
  /** True if the visitor has an account, to which the user at the provider was to be linked. */
  readonly isLink: boolean
  /** Why `identify` has refused the user, if it has said so. */
  readonly message?: string | undefined
}

/** Redirects with a flash to the log-in page; if the visitor has logged in already, to the page that they wanted. */
export async function toLoginPage(
  failure: OidcFailure,
  request: ServerRequest,
  loginPage: OidcPath,
): Promise<Response> {
  const { reason, returnTo, isLink } = failure
  const visit = request.attribute(SESSION)
  // The same message is kept once, so that a visitor who fails often has a small session nevertheless.
  const messages = new Set([...visit.flashes(FLASH), failure.message ?? MESSAGES[reason]])
  for (const message of messages) visit.flash(FLASH, message)
  if (isLink) return redirect(returnTo, 303)
  const query = returnTo === '/' ? '' : `?return=${encodeURIComponent(returnTo)}`
  return redirect((await pathFor('loginPage', loginPage, request)) + query, 303)
}

const FLASH = 'notice'

const MESSAGES: Readonly<Record<OidcFailure['reason'], string>> = {
  denied: 'The log-in was cancelled.',
  expired: 'The log-in took too long, or began in another browser. Try again.',
  refused: 'You have no account here.',
  invalid: 'The log-in failed. Try again.',
}
