import { attributeKey, type Middleware, type ServerRequest } from '@app/core'
import { SESSION, sessionKey } from '@app/session'
import type { Account, Accounts } from './accounts.ts'

/** Who asks; `undefined` is anybody. */
export const ACCOUNT = attributeKey<Account | undefined>('account', undefined)

const SIGNED_IN = sessionKey<Pick<Account, 'id' | 'version'>>('account')

/** Finds out who asks, by the session. */
export function identify(accounts: Accounts): Middleware {
  return (request, handler) => {
    const { id, version } = request.attribute(SESSION).get(SIGNED_IN) ?? {}
    const account = id === undefined ? undefined : accounts.find(id)
    return handler(account?.version === version ? request.withAttribute(ACCOUNT, account) : request)
  }
}
identify.inject = ['noticeboard/accounts'] as const

/** Begins a session of its own, so that an id which somebody planted before is worth nothing. */
export function remember(request: ServerRequest, { id, version }: Account): void {
  const session = request.attribute(SESSION)
  session.regenerate()
  session.set(SIGNED_IN, { id, version })
}

/** Who asks, behind the guard. */
export function accountOf(request: ServerRequest): Account {
  const account = request.attribute(ACCOUNT)
  if (!account) throw new Error('Nobody is logged in: this route is public')
  return account
}
