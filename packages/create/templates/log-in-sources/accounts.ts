import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Identity } from '@app/authentication'
import { hashPassword, isPassword } from './passwords.ts'

/** Who may log in. */
export class Accounts {
  static readonly inject = ['database'] as const // if container
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(
      'CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, hash TEXT NOT NULL) STRICT',
    )
  }

  /** Makes an account; gives `undefined` if there is one of that address. */
  async signUp(email: string, password: string): Promise<Identity | undefined> {
    const insert = 'INSERT INTO accounts (id, email, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id, email'
    return this.#first<Identity>(insert, randomUUID(), email, await hashPassword(password))
  }

  async withPassword(email: string, password: string): Promise<Identity | undefined> {
    const select = 'SELECT id, email, hash FROM accounts WHERE email = ?'
    const found = this.#first<Identity & { readonly hash: string }>(select, email)
    const isRight = await isPassword(password, found?.hash)
    return found && isRight ? { id: found.id, email: found.email } : undefined
  }

  find(id: string): Identity | undefined {
    return this.#first<Identity>('SELECT id, email FROM accounts WHERE id = ?', id)
  }

  #first<Row>(sql: string, ...values: readonly string[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined
  }
}
