import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Identity } from '@app/authentication'
import { hashPassword, isPassword, needsRehash } from '@app/authentication/passwords'
import * as z from 'zod'
import type { Email } from './email.ts'

/** Maximum length of a password, in characters. */
const LONGEST = 200

/** The schema of a field with a new password. */
export const NewPassword = z
  .string('Type a password.')
  .min(12, 'Take 12 characters or more for the password.')
  .max(LONGEST, `Take ${LONGEST} characters at most for the password.`)

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
    // if authentication-oidc
    database.exec(`CREATE TABLE IF NOT EXISTS identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      PRIMARY KEY (issuer, subject)
    ) STRICT`)
    // end
  }

  /** Makes an account; returns `undefined` if the address has an account already. */
  async signUp(email: Email, password: string): Promise<Identity | undefined> {
    const insert = `INSERT INTO accounts (id, email, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${IDENTITY}`
    return this.#first<Identity>(insert, randomUUID(), email, await hashPassword(password))
  }

  async withPassword(email: Email, password: string): Promise<Identity | undefined> {
    if (password.length > LONGEST) return undefined
    const found = this.#first<Identity & Hashed>(`SELECT ${IDENTITY}, hash FROM accounts WHERE email = ?`, email)
    if (!(await isPassword(password, found?.hash)) || !found) return undefined
    const { hash, ...account } = found
    if (needsRehash(hash)) this.#run('UPDATE accounts SET hash = ? WHERE hash = ?', await hashPassword(password), hash)
    return account
  }

  /** Finds the account of a session, unless the user has logged out everywhere since the session began. */
  find({ id, version }: Pick<Identity, 'id' | 'version'>): Identity | undefined {
    return this.#first<Identity>(`SELECT ${IDENTITY} FROM accounts WHERE id = ? AND version = ?`, id, version)
  }

  /** Finds an account by its id, or by its address; returns `undefined` if there is none, or no longer. */
  by(column: 'id' | 'email', value: string): Identity | undefined {
    return this.#first<Identity>(`SELECT ${IDENTITY} FROM accounts WHERE ${column} = ?`, value)
  }

  // if authentication-oidc
  /** Finds the account of a user of a provider. Only issuer and subject together name a user, and never change. */
  ofUser(issuer: string, subject: string): Identity | undefined {
    const select = `SELECT ${IDENTITY} FROM accounts JOIN identities ON account = id WHERE issuer = ? AND subject = ?`
    return this.#first<Identity>(select, issuer, subject)
  }

  /** Lets a user of a provider log in to an account, unless its sessions have ended meanwhile. */
  link(issuer: string, subject: string, { id, version }: Identity): void {
    const insert = `INSERT INTO identities (issuer, subject, account)
      SELECT ?, ?, id FROM accounts WHERE id = ? AND version = ? ON CONFLICT DO NOTHING`
    this.#run(insert, issuer, subject, id, version)
  }

  /** Removes all users of a provider who can log in to an account. */
  unlink(id: string): void {
    this.#run('DELETE FROM identities WHERE account = ?', id)
  }

  isLinked(id: string): boolean {
    return this.#first('SELECT 1 FROM identities WHERE account = ?', id) !== undefined
  }

  // end
  /**
   * Sets a new password, and ends all sessions of the account. Returns `false` if the account no longer has the given
   * version: of two requests with one link, one sets the password.
   */
  async setPassword(id: string, version: number, password: string): Promise<boolean> {
    const update = 'UPDATE accounts SET hash = ?, version = version + 1 WHERE id = ? AND version = ?'
    return this.#run(update, await hashPassword(password), id, version) === 1
  }

  /** Ends all sessions of an account, and all links to set its password. */
  logOutEverywhere(id: string): void {
    this.#run('UPDATE accounts SET version = version + 1 WHERE id = ?', id)
  }

  #first<Row>(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined
  }

  /** Returns the number of changed rows. */
  #run(sql: string, ...values: readonly (string | number)[]): number {
    return Number(this.#database.prepare(sql).run(...values).changes)
  }
}

interface Hashed {
  readonly hash: string
}

const IDENTITY = 'id, email, version'
