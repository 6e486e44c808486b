import { type Identity, identityOf } from '@app/authentication'
import type { ServerRequest } from '@app/core'
import type { Account, Accounts } from './accounts.ts'

declare module '@app/authentication' {
  interface Identity {
    readonly account: Account
  }
}

/** Returns the data that a session keeps about a user who has logged in. */
export function identityFor(account: Account): Identity {
  return { id: String(account.id), roles: [account.role], account }
}

/**
 * Looks up the account of a session at each request: a new role counts at once, and a changed password ends other
 * sessions.
 */
export function identify(accounts: Accounts): (kept: Identity) => Identity | undefined {
  return ({ account }) => {
    const found = accounts.find(account.id)
    return found?.version === account.version ? identityFor(found) : undefined
  }
}
identify.inject = ['noticeboard/accounts'] as const

/** Returns the account of the user who sent a request. Throws a 401 for a visitor who has not logged in. */
export function accountOf(request: ServerRequest): Account {
  return identityOf(request).account
}
