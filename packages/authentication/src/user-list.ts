import type { ServerRequest } from '@app/core'
import type { AuthenticationResult, Identity } from './identity.ts'

/** A user of a fixed list: an identity, whose `id` is the name to log in by, and its password. */
export type ListedUser = Identity & { readonly password: string }

/** Finds the user with a name and a password; returns nothing if one of them is wrong. */
export type CheckPassword = (name: string, password: string, request: ServerRequest) => AuthenticationResult

/**
 * Makes the function that searches a fixed list. The time of a search is always the same, so that it does not reveal
 * how close a guessed password was.
 *
 * A search compares the HMAC of the given name and password with the HMAC of each user's name and password, in all
 * bytes. The key of the HMACs is random and new in each process.
 */
export function userList(users: readonly ListedUser[]): CheckPassword {
  let digests: Promise<Digests> | undefined
  return async (name, password) => {
    // The digests are computed at the first request, since Cloudflare Workers refuse to make random keys while a module
    // is loaded.
    digests ??= digestsOf(users)
    const { digest, known } = await digests
    const given = await digest(name, password)
    let found: Identity | undefined
    for (const [identity, expected] of known) if (areEqual(given, expected)) found = identity
    return found
  }
}

interface Digests {
  readonly digest: (name: string, password: string) => Promise<Uint8Array>
  readonly known: readonly (readonly [Identity, Uint8Array])[]
}

async function digestsOf(users: readonly ListedUser[]): Promise<Digests> {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const digest = async (name: string, password: string) => {
    // Name and password are separated by a colon, which no name contains. So two different pairs never make the same
    // string.
    const bytes = new TextEncoder().encode(`${name}:${password}`)
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  }
  const known = users.map(async ({ password, ...identity }) => {
    return [Object.freeze(identity) as Identity, await digest(identity.id, password)] as const
  })
  return { digest, known: await Promise.all(known) }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}
