import { DatabaseSync } from 'node:sqlite'
import type { Identity } from '@app/authentication'
import { hashPassword, isPassword } from '@app/authentication/passwords'
import type { FactorStore } from '@app/authentication/second-factor'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT UNIQUE, hash TEXT, factor TEXT) STRICT')

/** The column `factor` is null for a user without a second factor. */
export const factors: FactorStore = {
  read: (id) => database.prepare('SELECT factor FROM users WHERE id = ?').get(id)?.factor as string | null,
  replace: (id, before, after) =>
    database.prepare('UPDATE users SET factor = ? WHERE id = ? AND factor IS ?').run(after, id, before).changes === 1,
}

export async function addUser(name: string, password: string): Promise<Identity> {
  const id = crypto.randomUUID()
  const insert = database.prepare('INSERT INTO users VALUES (?, ?, ?, NULL)')
  insert.run(id, name, await hashPassword(password))
  return { id, name }
}

export async function findUser(name: string, password: string): Promise<Identity | undefined> {
  const row = database.prepare('SELECT id, hash FROM users WHERE name = ?').get(name)
  return (await isPassword(password, row?.hash as string | undefined)) ? { id: String(row?.id), name } : undefined
}
