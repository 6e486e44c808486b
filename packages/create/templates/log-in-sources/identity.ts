import { type Authenticator, sessionAuthenticator } from '@app/authentication'
import type { Accounts } from './accounts.ts'

declare module '@app/authentication' {
  interface Identity {
    /** The e-mail address with which the visitor signed up. */
    readonly email: string
    /** The version of the account's sessions. Sessions of an earlier version have ended. */
    readonly version: number
  }
}

/**
 * Looks the visitor's account up at each request, so that a visitor whose account was deleted, or who has logged out
 * everywhere, is logged out at once. The session itself is in the visitor's cookie, where the server cannot end it.
 */
export function byAccount(accounts: Accounts): Authenticator {
  return sessionAuthenticator({ identify: (kept) => accounts.find(kept) })
}
byAccount.inject = ['accounts'] as const // if container
