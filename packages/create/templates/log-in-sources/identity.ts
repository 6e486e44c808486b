import { type Authenticator, sessionAuthenticator } from '@app/authentication'
import type { Accounts } from './accounts.ts'

declare module '@app/authentication' {
  /** The name under which the visitor signed up. */
  interface Identity {
    readonly email: string
  }
}

/** Looks the visitor's account up at each request, so that a deleted account is logged out at once. */
export function byAccount(accounts: Accounts): Authenticator {
  return sessionAuthenticator({ identify: ({ id }) => accounts.find(id) })
}
byAccount.inject = ['accounts'] as const // if container
