import type { SessionRecord, SessionStore } from '@app/session'
import type { Database } from '../database/database.ts'

/** Keeps sessions in the database, so that a log-out and a changed password end them for good. */
export class StoredSessions implements SessionStore {
  static readonly inject = ['noticeboard/database'] as const
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async getItem(id: string): Promise<unknown> {
    const found = this.#database.first<{ record: string }>(
      'SELECT record FROM sessions WHERE id = ? AND ends > unixepoch()',
      id,
    )
    return found && JSON.parse(found.record)
  }

  async setItem(id: string, record: SessionRecord, { ttl }: { readonly ttl: number }): Promise<void> {
    const sql = 'INSERT OR REPLACE INTO sessions (id, record, ends) VALUES (?, ?, unixepoch() + ?)'
    this.#database.run(sql, id, JSON.stringify(record), Math.ceil(ttl))
  }

  async removeItem(id: string): Promise<void> {
    this.#database.run('DELETE FROM sessions WHERE id = ?', id)
  }

  /** Deletes sessions that have ended, and returns their number. */
  tidy(): number {
    return this.#database.run('DELETE FROM sessions WHERE ends <= unixepoch()')
  }
}
