import { ConfigurationError, checkOptions, optionKind } from '@app/core/extending'
import { createTables, type Sql, type SqlDatabase, sqlOf } from '@app/sql'
import type { SessionRecord } from './session-record.ts'
import type { SessionStore } from './session-store.ts'

/** Options of `sqlSessions`. */
export interface SqlSessionsOptions {
  /** The name of the table, which is created if it does not exist. Default: `sessions`. */
  readonly table?: string | undefined
}

/** A store of sessions in a table. */
export interface SqlSessions extends SessionStore {
  /** Creates the table. Called by `app.run()` if the service is in `dependencies.eager`, else with the first session. */
  start(): Promise<void>
  /** Deletes sessions that are over, and returns their number. A write does this too, once in ten minutes. */
  sweep(): Promise<number>
}

const SWEEP_MS = 600_000

/**
 * Keeps sessions in a table of a SQLite or a PostgreSQL: the `store` of `session()`.
 *
 * A SQLite needs a connection of its own, on which no request has a transaction. The values of the sessions are plain
 * JSON in the table. Nobody can take over a session by an id from the table, since the cookie also needs its secret.
 *
 * @example
 * app.pipe(session({ secret, store: sqlSessions(pool) }))
 */
export function sqlSessions(database: SqlDatabase, options: SqlSessionsOptions = {}): SqlSessions {
  const { table = 'sessions' } = checkOptions('sqlSessions()', options, { table: optionKind.text })
  if (!/^[a-z_][a-z0-9_]{0,62}$/i.test(table)) {
    throw new ConfigurationError(
      'APP_OPTION',
      `sqlSessions(): "${table}" is not a name of a table: use letters, digits and _.`,
    )
  }
  const sql = sqlOf(database, { ownConnection: true })
  return new Store(sql, table)
}

class Store implements SqlSessions {
  readonly #sql: Sql
  readonly #table: string
  #created: Promise<void> | undefined
  #swept = Date.now()

  constructor(sql: Sql, table: string) {
    this.#sql = sql
    this.#table = table
  }

  start(): Promise<void> {
    const statement = `CREATE TABLE IF NOT EXISTS ${this.#table} (key text PRIMARY KEY, value text NOT NULL, ends bigint NOT NULL)`
    const index = `CREATE INDEX IF NOT EXISTS ${this.#table}_ends ON ${this.#table} (ends)`
    this.#created ??= createTables(this.#sql, [statement, index]).catch((error) => {
      // The next session tries again: the database may be back.
      this.#created = undefined
      throw error
    })
    return this.#created
  }

  async getItem(key: string): Promise<unknown> {
    await this.start()
    const text = `SELECT value FROM ${this.#table} WHERE key = $1 AND ends > $2`
    const [found] = await this.#sql.rows<{ value: string }>(text, key, Date.now())
    return found ? JSON.parse(found.value) : null
  }

  async setItem(key: string, value: SessionRecord, { ttl }: { readonly ttl: number }): Promise<void> {
    await this.start()
    await this.#sql.run(
      `INSERT INTO ${this.#table} VALUES ($1, $2, $3)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends`,
      key,
      JSON.stringify(value),
      Date.now() + Math.ceil(ttl * 1_000),
    )
    if (Date.now() - this.#swept > SWEEP_MS) await this.sweep()
  }

  async removeItem(key: string): Promise<void> {
    await this.start()
    await this.#sql.run(`DELETE FROM ${this.#table} WHERE key = $1`, key)
  }

  async sweep(): Promise<number> {
    this.#swept = Date.now()
    await this.start()
    return this.#sql.run(`DELETE FROM ${this.#table} WHERE ends <= $1`, Date.now())
  }
}
