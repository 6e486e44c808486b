import type { SessionRecord, SessionStore } from '@app/session'
import type { Pool } from 'pg'

/** Sessions in a table of a PostgreSQL, for `session({ store })`. */
export class PostgresSessions implements SessionStore {
  /**
   * The statement that makes the table, for the migrations. Nobody can take over a session by an id from the table, since
   * the cookie also needs its secret; but the values of the sessions are kept as plain JSON.
   */
  static readonly TABLE =
    'CREATE TABLE IF NOT EXISTS sessions (key text PRIMARY KEY, value jsonb NOT NULL, until timestamptz NOT NULL)'
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async getItem(key: string): Promise<unknown> {
    const { rows } = await this.#pool.query('SELECT value FROM sessions WHERE key = $1 AND until > now()', [key])
    return rows[0]?.value ?? null
  }

  async setItem(key: string, value: SessionRecord, { ttl }: { readonly ttl: number }): Promise<void> {
    await this.#pool.query(
      `INSERT INTO sessions VALUES ($1, $2, now() + $3 * interval '1 second')
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until`,
      [key, JSON.stringify(value), ttl],
    )
  }

  async removeItem(key: string): Promise<void> {
    await this.#pool.query('DELETE FROM sessions WHERE key = $1', [key])
  }

  /** Deletes sessions that are over; once an hour is often enough. */
  async sweep(): Promise<void> {
    await this.#pool.query('DELETE FROM sessions WHERE until < now()')
  }
}
