import type { Identity } from '@app/authentication'
import type { OidcIdentify } from '@app/authentication-oidc'

/** The accounts by issuer and subject. A real program keeps them in a table, with a unique index on both. */
const accounts = new Map<string, Identity>()

export const identify: OidcIdentify = ({ iss, sub, name, hd }) => {
  if (iss === 'https://accounts.google.com' && hd !== 'acme.example') return undefined // of our domain alone
  const key = JSON.stringify([iss, sub])
  const account = accounts.get(key) ?? { id: crypto.randomUUID(), name: name ?? 'Somebody' }
  accounts.set(key, account)
  return account
}
