import { createTables, type Sql, type SqlDatabase, sqlOf } from '@app/sql'
import type { ClaimedKey, KeyStore } from './key-store.ts'

/** How often keys whose lifetime is over are deleted, at most, in milliseconds. */
const PAUSE_OF_SWEEPS = 60_000

interface Row {
  readonly request: string
  readonly holder: string
  readonly response: string | null
  readonly is_abandoned: boolean | number
}

/**
 * Keeps keys in a table `idempotency_keys` of a SQLite or a PostgreSQL, which is created at first use.
 *
 * A SQLite needs a connection of its own, on which statements wait for the lock of others without blocking the process:
 * a key has to be seen by others at once. Throws a `ConfigurationError` for
 * a value that is not a database.
 *
 * @example app.pipe(idempotency({ store: sqlKeys(new DatabaseSync('keys.db')) }))
 */
export function sqlKeys(database: SqlDatabase): KeyStore {
  const sql = sqlOf(database, { ownConnection: true })
  const now = NOW[sql.dialect]
  const { ready, sweep } = table(database, sql, now)
  const claimKey = `INSERT INTO idempotency_keys AS kept (id, request, holder, lease_ends, ends)
    VALUES ($1, $2, $3, ${now} + $4, ${now} + $5)
    ON CONFLICT (id) DO UPDATE SET request = excluded.request, holder = excluded.holder,
      lease_ends = excluded.lease_ends, ends = excluded.ends, response = NULL
    WHERE kept.ends < ${now} OR (kept.response IS NULL AND kept.lease_ends < ${now} AND kept.holder = $6)
    RETURNING holder`
  const findKey = `SELECT request, holder, response, lease_ends < ${now} AS is_abandoned FROM idempotency_keys WHERE id = $1`
  return {
    async claim(id, { request, holder, lease, lifetime, after = '' }): Promise<ClaimedKey> {
      await ready()
      await sweep()
      const values = [id, request, holder, ms(lease), ms(lifetime), after] as const
      const claimed = await sql.rows(claimKey, ...values)
      if (claimed.length > 0) return { state: 'claimed' }
      const [kept] = await sql.rows<Row>(findKey, id)
      // The key was freed between the two statements: the client tries again.
      if (!kept) return { state: 'running', request, holder: '' }
      if (kept.response !== null) return { state: 'finished', request: kept.request, response: kept.response }
      return { state: kept.is_abandoned ? 'abandoned' : 'running', request: kept.request, holder: kept.holder }
    },
    async renew(id, holder, lease) {
      const renew = `UPDATE idempotency_keys SET lease_ends = ${now} + $3, ends = CASE WHEN ends < ${now} + $3 THEN ${now} + $3 ELSE ends END
        WHERE id = $1 AND holder = $2 AND response IS NULL`
      return (await sql.run(renew, id, holder, ms(lease))) > 0
    },
    async finish(id, request, response, lifetime) {
      const finish = `UPDATE idempotency_keys SET response = $3, ends = ${now} + $4
        WHERE id = $1 AND request = $2 AND response IS NULL`
      await sql.run(finish, id, request, response, ms(lifetime))
    },
    async free(id, holder) {
      await sql.run('DELETE FROM idempotency_keys WHERE id = $1 AND holder = $2 AND response IS NULL', id, holder)
    },
  }
}

/** Returns functions that create the table once, and that delete old keys from time to time. */
function table(database: SqlDatabase, sql: Sql, now: string) {
  let creating: Promise<void> | undefined
  let swept = 0
  return {
    ready(): Promise<void> {
      creating ??= createTables(database, TABLE)
      return creating.catch((error: unknown) => {
        creating = undefined
        throw error
      })
    },
    async sweep(): Promise<void> {
      if (Date.now() - swept < PAUSE_OF_SWEEPS) return
      swept = Date.now()
      await sql.run(`DELETE FROM idempotency_keys WHERE ends < ${now}`)
    },
  }
}

const TABLE = [
  `CREATE TABLE IF NOT EXISTS idempotency_keys (id text PRIMARY KEY, request text NOT NULL, holder text NOT NULL,
    lease_ends bigint NOT NULL, ends bigint NOT NULL, response text)`,
  'CREATE INDEX IF NOT EXISTS idempotency_keys_by_end ON idempotency_keys (ends)',
]

/** The time of the database in milliseconds: the clocks of several machines differ. */
const NOW = {
  sqlite: `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`,
  postgres: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)',
}

function ms(seconds: number): number {
  return Math.round(seconds * 1_000)
}
