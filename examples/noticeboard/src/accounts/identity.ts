import { type Identity, identityOf } from '@app/authentication'
import type { ServerRequest } from '@app/core'
import type { Account, Accounts } from './accounts.ts'

declare module '@app/authentication' {
  interface Identity {
    readonly account: Account
  }
}

/** What a session keeps of somebody who has logged in. */
export function identityFor(account: Account): Identity {
  return { id: String(account.id), roles: [account.role], account }
}

/** Looks the account of a session up at each request: a role counts at once, and a changed password ends the others. */
export function identify(accounts: Accounts): (kept: Identity) => Identity | undefined {
  return ({ account }) => {
    const found = accounts.find(account.id)
    return found?.version === account.version ? identityFor(found) : undefined
  }
}
identify.inject = ['noticeboard/accounts'] as const

/** Who asks, behind the guard; a 401 for anybody else. */
export function accountOf(request: ServerRequest): Account {
  return identityOf(request).account
}
