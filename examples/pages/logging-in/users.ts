import type { Identity } from '@app/authentication'
import { hashPassword, isPassword } from '@app/authentication/passwords'

declare module '@app/authentication' {
  interface Identity {
    readonly name: string
  }
}

interface User extends Identity {
  readonly hash: string
}

/** The users by their names. A real program keeps them in a database. */
const users = new Map<string, User>()

/** Adds a user, and returns the identity of the user; `undefined` for a name that is taken. */
export async function addUser(name: string, password: string, roles: readonly string[]): Promise<Identity | undefined> {
  const hash = await hashPassword(password)
  if (users.has(name)) return undefined
  users.set(name, { id: `user-${users.size + 1}`, name, roles, hash })
  return knownUser(`user-${users.size}`)
}

/** Returns the identity of a user; `undefined` for an unknown name or a wrong password. */
export async function findUser(name: string, password: string): Promise<Identity | undefined> {
  const user = users.get(name)
  return (await isPassword(password, user?.hash)) ? knownUser(user?.id) : undefined
}

/** Returns the identity of the user with an id, without the hash of the password; `undefined` for an unknown id. */
export function knownUser(given: string | undefined): Identity | undefined {
  const user = [...users.values()].find(({ id }) => id === given)
  return user && { id: user.id, name: user.name, roles: user.roles ?? [] }
}
