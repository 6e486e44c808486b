import type { LinkVersion } from '@app/authentication'

export interface Account {
  readonly id: string
  readonly email: string
  readonly hash: string
  /** A number that each change of the password raises. */
  readonly version: number
}

/** The accounts by their ids. A real program keeps them in a database. */
export const accounts = new Map<string, Account>([['7', { id: '7', email: 'ada@site.example', hash: '', version: 1 }]])

/** Sets a password, unless the version has changed meanwhile; in SQL `UPDATE … WHERE id = ? AND version = ?`. */
export function changePassword(id: string, version: LinkVersion, hash: string): boolean {
  const account = accounts.get(id)
  if (!account || account.version !== version) return false
  accounts.set(id, { ...account, hash, version: account.version + 1 })
  return true
}
