import { type Authenticator, sessionAuthenticator } from '@app/authentication'
import type { Accounts } from './accounts.ts'

declare module '@app/authentication' {
  /** What is known of whoever has logged in, beside the id. */
  interface Identity {
    readonly email: string
  }
}

/** Finds the account of whoever has logged in, at each request, so that one who is gone is out at once. */
export function byAccount(accounts: Accounts): Authenticator {
  return sessionAuthenticator({ identify: ({ id }) => accounts.find(id) })
}
byAccount.inject = ['accounts'] as const // if container
