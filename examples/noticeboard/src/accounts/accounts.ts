import type { Passwords } from '@app/authentication/passwords'
import type { Database } from '../database/database.ts'

export type Role = 'member' | 'admin'

export interface Account {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  /**
   * A number that each change of the password raises by 1. A session that began at an earlier number is no longer
   * valid.
   */
  readonly version: number
}

const COLUMNS = 'id, email, name, role, version'

/** The accounts that may log in. */
export class Accounts {
  static readonly inject = ['noticeboard/database', 'noticeboard/passwords'] as const
  readonly #database: Database
  readonly #passwords: Passwords

  constructor(database: Database, passwords: Passwords) {
    this.#database = database
    this.#passwords = passwords
  }

  /**
   * Makes an account; the first account has the role `admin`. Returns `undefined` if the address already has an
   * account.
   */
  async signUp(email: string, name: string, password: string): Promise<Account | undefined> {
    const hash = await this.#passwords.hashPassword(password)
    return this.#database.first<Account>(
      `INSERT INTO accounts (email, name, hash, role)
       VALUES (?, ?, ?, CASE WHEN EXISTS (SELECT 1 FROM accounts) THEN 'member' ELSE 'admin' END)
       ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      email,
      name,
      hash,
    )
  }

  async withPassword(email: string, password: string): Promise<Account | undefined> {
    const sql = `SELECT ${COLUMNS}, hash FROM accounts WHERE email = ?`
    const found = this.#database.first<Account & { readonly hash: string }>(sql, email)
    if (!(await this.#passwords.isPassword(password, found?.hash)) || found === undefined) return undefined
    const { hash: _secret, ...account } = found
    return account
  }

  /** Stores a new password, and ends all sessions of the account by raising its `version`. */
  async changePassword(id: number, password: string): Promise<Account | undefined> {
    const sql = `UPDATE accounts SET hash = ?, version = version + 1 WHERE id = ? RETURNING ${COLUMNS}`
    return this.#database.first<Account>(sql, await this.#passwords.hashPassword(password), id)
  }

  find(id: number): Account | undefined {
    return this.#database.first<Account>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`, id)
  }

  all(): readonly Account[] {
    return this.#database.all<Account>(`SELECT ${COLUMNS} FROM accounts ORDER BY name, id`)
  }

  /**
   * Changes a role. Returns `false`, and changes nothing, if there is no such account, or if no admin would be left.
   */
  changeRole(id: number, role: Role): boolean {
    const sql = `UPDATE accounts SET role = ?1 WHERE id = ?2
      AND (?1 = 'admin' OR EXISTS (SELECT 1 FROM accounts WHERE role = 'admin' AND id <> ?2))`
    return this.#database.run(sql, role, id) === 1
  }
}
