import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Identity } from '@app/authentication'
import type { Email } from './email.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** Maximum length of a password, in characters. */
export const LONGEST = 200

/** The accounts of users who can log in. */
export class Accounts {
  static readonly inject = ['database'] as const // if container
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(`CREATE TABLE IF NOT EXISTS accounts (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT`)
  }

  /** Makes an account; returns `undefined` if the address has an account already. */
  async signUp(email: Email, password: string): Promise<Identity | undefined> {
    const insert = `INSERT INTO accounts (id, email, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${IDENTITY}`
    return this.#first<Identity>(insert, randomUUID(), email, await hashPassword(password))
  }

  async withPassword(email: Email, password: string): Promise<Identity | undefined> {
    if (password.length > LONGEST) return undefined
    const select = `SELECT ${IDENTITY}, hash FROM accounts WHERE email = ?`
    const found = this.#first<Identity & { readonly hash: string }>(select, email)
    const isRight = await isPassword(password, found?.hash)
    return found && isRight ? { id: found.id, email: found.email, version: found.version } : undefined
  }

  /** Finds the account of a session, unless the user has logged out everywhere since the session began. */
  find({ id, version }: Pick<Identity, 'id' | 'version'>): Identity | undefined {
    return this.#first<Identity>(`SELECT ${IDENTITY} FROM accounts WHERE id = ? AND version = ?`, id, version)
  }

  /** Returns the address of an account; `undefined` if the account was deleted. */
  emailOf(id: string): Email | undefined {
    return this.#first<{ readonly email: Email }>('SELECT email FROM accounts WHERE id = ?', id)?.email
  }

  /** Ends all sessions of an account. Call this also when the password changes. */
  logOutEverywhere(id: string): void {
    this.#database.prepare('UPDATE accounts SET version = version + 1 WHERE id = ?').run(id)
  }

  #first<Row>(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined
  }
}

const IDENTITY = 'id, email, version'
