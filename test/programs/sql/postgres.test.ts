import { createTables, sqlOf } from '@app/sql'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, type Postgres, startPostgres } from '../scaling/postgres.ts'

const SKIPPED = NO_POSTGRES ? ` (${NO_POSTGRES})` : ''

const TABLES = [
  'CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY, likes int NOT NULL)',
  'CREATE INDEX IF NOT EXISTS by_likes ON notes (likes)',
]

function connect({ url }: Postgres): Pool {
  const pool = new Pool({ connectionString: url, max: 10 })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}

test.skipIf(NO_POSTGRES !== undefined)(`statements run on a PostgreSQL as on a SQLite${SKIPPED}`, async () => {
  const postgres = await startPostgres()
  const pools = Array.from({ length: 10 }, () => connect(postgres))
  // As if ten processes started at once.
  await Promise.all(pools.map((pool) => createTables(pool, TABLES)))
  const pool = connect(postgres)
  const sql = sqlOf(pool)
  expect(await sql.run('INSERT INTO notes VALUES ($1, $2), ($3, $2)', 'tea', 1, 'milk')).toBe(2)
  expect(await sql.rows('UPDATE notes SET likes = likes + $1 WHERE id = $2 RETURNING likes', 4, 'tea')).toEqual([
    { likes: 5 },
  ])
  const bytes = new Uint8Array([0, 255])
  const [row] = await sql.rows<{ yes: boolean; bytes: Uint8Array }>(
    'SELECT $1::bool AS yes, $2::bytea AS bytes',
    true,
    bytes,
  )
  expect([row?.yes, new Uint8Array(row?.bytes ?? [])]).toEqual([true, bytes])
  // A client inside of a transaction sees its own rows; the pool does not until they are committed.
  const client = await pool.connect()
  await client.query('BEGIN')
  await sqlOf(client).run('DELETE FROM notes')
  expect([await sqlOf(client).rows('SELECT id FROM notes'), (await sql.rows('SELECT id FROM notes')).length]).toEqual([
    [],
    2,
  ])
  await client.query('ROLLBACK')
  client.release()
  await expect(sqlOf(pool, { timeout: 0.2 }).rows('SELECT pg_sleep(1)')).rejects.toThrow(
    'The database did not answer within 0.2 s.',
  )
})
