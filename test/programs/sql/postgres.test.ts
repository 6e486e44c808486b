import { authentication, sessionAuthenticator } from '@app/authentication'
import { passwords } from '@app/authentication/passwords'
import { type FactorStore, type SecondFactor, secondFactor } from '@app/authentication/second-factor'
import { Application, empty, HttpError, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { createTables, isUniqueViolation, sqlOf } from '@app/sql'
import { postgres, sqlIn, TRANSACTION, transactions } from '@app/transactions'
import { type TOTP, URI } from 'otpauth'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { TABLES as AUDIT_TABLES } from '../../../examples/pages/transactions/audit-on-postgres.ts'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

const NOTES = [
  'CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY, likes int NOT NULL)',
  'CREATE INDEX IF NOT EXISTS by_likes ON notes (likes)',
]

test.skipIf(NO_POSTGRES !== undefined)(`statements run on a PostgreSQL as on a SQLite${SKIPPED}`, async () => {
  const server = await startPostgres()
  const pools = Array.from({ length: 10 }, () => connect(server))
  // As if ten processes started at once.
  await Promise.all(pools.map((pool) => createTables(pool, NOTES)))
  const pool = connect(server)
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

describe.skipIf(NO_POSTGRES !== undefined)(
  `the statements of the page of transactions on a PostgreSQL${SKIPPED}`,
  () => {
    test('the tables of the audit log are made once, by ten processes, and rows are added and never changed', async () => {
      const server = await startPostgres()
      await Promise.all(Array.from({ length: 10 }, () => createTables(connect(server, { max: 1 }), AUDIT_TABLES)))
      const sql = sqlOf(connect(server))
      await createTables(sql, AUDIT_TABLES)
      await sql.run('INSERT INTO audit VALUES ($1, $2, $3, $4)', 'now', 'bob', 'note.added', '/notes/7')
      for (const change of ["UPDATE audit SET who = 'eve'", 'DELETE FROM audit', 'TRUNCATE audit']) {
        await expect(sql.run(change)).rejects.toThrow('The audit log is not changed')
      }
      expect(await sql.rows('SELECT who, path FROM audit')).toEqual([{ who: 'bob', path: '/notes/7' }])
    })

    test('what is taken is answered by 409, by ON CONFLICT and by isUniqueViolation(), and the next request works', async () => {
      const server = await startPostgres()
      const pool = connect(server, { max: 2 })
      await pool.query(`CREATE TABLE bookings (room text PRIMARY KEY, days int4range NOT NULL,
        EXCLUDE USING gist (days WITH &&));
      INSERT INTO bookings VALUES ('blue', '[1,5)'), ('red', '[7,9)')`)
      const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
      app.pipe(transactions({ driver: postgres(pool) }))
      app.post('/{room}/{from}', async (request) => {
        const { room, from } = request.params
        const insert = 'INSERT INTO bookings VALUES ($1, int4range($2, $2 + 1)) ON CONFLICT DO NOTHING'
        return empty({ status: (await sqlIn(request).run(insert, room, Number(from))) === 1 ? 201 : 409 })
      })
      app.put('/{room}/{column}/{value}', async (request) => {
        const { room, column, value } = request.params
        const update = `UPDATE bookings SET ${column} = ${column === 'days' ? 'CAST($2 AS int4range)' : '$2'} WHERE room = $1`
        await sqlIn(request)
          .run(update, room, value)
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? new HttpError(409, 'The room is taken.', { cause: error }) : error
          })
        return empty()
      })
      const ask = async (method: string, path: string) => (await app.request(path, { method })).status
      const changes = [
        await ask('POST', '/blue/20'), // a primary key
        await ask('POST', '/green/3'), // an exclusion constraint
        await ask('POST', '/green/20'),
        await ask('PUT', '/red/days/%5B4,8)'),
        await ask('PUT', '/red/room/blue'),
        await ask('PUT', '/red/days/%5B8,9)'),
        await ask('PUT', '/red/days/many'),
      ]
      expect(changes).toEqual([409, 409, 201, 409, 409, 204, 500])
      expect((await pool.query('SELECT room, days FROM bookings ORDER BY room')).rows).toEqual([
        { room: 'blue', days: '[1,5)' },
        { room: 'green', days: '[20,21)' },
        { room: 'red', days: '[8,9)' },
      ])
    })
  },
)

const secret = 'shop'.repeat(8)

function storeIn(pool: Pool): FactorStore {
  return {
    read: async (id) => (await pool.query('SELECT factor FROM users WHERE id = $1', [id])).rows[0]?.factor,
    replace: async (id, before, after) => {
      const update = 'UPDATE users SET factor = $3 WHERE id = $1 AND factor IS NOT DISTINCT FROM $2'
      return (await pool.query(update, [id, before, after])).rowCount === 1
    },
  }
}

/** Adds a second factor of the user `ada`, and returns the recovery codes. */
async function recoveryCodes(factor: SecondFactor): Promise<readonly string[]> {
  const app = new Application().pipe(session({ secret }))
  app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
  app.pipe(async (request) => {
    const code = request.query.get('code')
    if (request.path === '/log-in') return factor.enter(request, { id: 'ada' })
    if (code === null) return text((await factor.begin(request, 'Ada')).uri)
    return text(String((await factor.add(request, code))?.recoveryCodes))
  })
  let cookie = ''
  const ask = async (path: string) => {
    const response = await app.fetch(new Request(`https://notes.example${path}`, { headers: { cookie } }))
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response.text()
  }
  await ask('/log-in')
  const totp = URI.parse(await ask('/factor')) as TOTP
  return (await ask(`/factor?code=${totp.generate()}`)).split(',')
}

describe.skipIf(NO_POSTGRES !== undefined)(`a second factor in a PostgreSQL${SKIPPED}`, () => {
  test('has codes that work once, and guesses that are counted, however many requests come at the same moment', async () => {
    const server = await startPostgres()
    const pool = connect(server)
    await pool.query('CREATE TABLE users (id text PRIMARY KEY, factor text)')
    await pool.query("INSERT INTO users VALUES ('ada', NULL)")
    const made = (store: FactorStore) => secondFactor({ issuer: 'Notes', secret, store })
    const [one, two] = [made(storeIn(pool)), made(storeIn(connect(server)))]
    const recovery = await recoveryCodes(one)
    const code = recovery[0] ?? ''
    const uses = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).check('ada', code)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    const guess = (i: number) =>
      (i % 2 ? one : two).check('ada', '000000').catch((error: { status: number }) => error.status)
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)))
    expect(guesses.filter((answer) => answer === false)).toHaveLength(5)
    expect(guesses.filter((answer) => answer === 429)).toHaveLength(25)
    await two.remove('ada')
    expect([await one.has('ada'), await one.check('ada', recovery[1] ?? '')]).toEqual([false, false])
  })
})

/** Sends 30 log-ins at once to a pool of 10, and a write and a read before any of their hashes ends. */
async function rush(holds: boolean) {
  const server = await startPostgres()
  const pool = connect(server, { max: 10, connectionTimeoutMillis: 3_000 })
  let finish: () => void = () => undefined
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { isPassword } = passwords({ foreign: () => isFinished.then(() => true), waitTimeout: 60 })
  const errors: string[] = []
  let hashing = 0
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(String(error)) })
  app.pipe(transactions({ driver: postgres(pool) }))
  app
    .post('/log-in', async (request) => {
      await (holds ? sqlIn(request) : sqlOf(pool)).rows('SELECT 1')
      hashing++
      return text(String(await isPassword('guess', '$2y$10$of another program')))
    })
    .set(TRANSACTION, holds && { timeout: 60 })
  app.post('/notes', async (request) => text(`${(await sqlIn(request).rows('SELECT 1')).length}`))
  app.get('/notes', async () => text(`${(await sqlOf(pool).rows('SELECT 1')).length}`))
  const ask = async (method: string, path: string) => (await app.request(path, { method })).status
  const guesses = Promise.all(Array.from({ length: 30 }, () => ask('POST', '/log-in')))
  await expect.poll(() => hashing, { timeout: 10_000 }).toBe(holds ? 10 : 30)
  const others = await Promise.all([ask('POST', '/notes'), ask('GET', '/notes')])
  finish()
  return { others, guesses: (await guesses).sort(), errors }
}

describe.skipIf(NO_POSTGRES !== undefined)(`many log-ins at once, and a PostgreSQL${SKIPPED}`, () => {
  test('log-ins that hash outside of transactions take no connections from others', async () => {
    expect(await rush(false)).toEqual({ others: [200, 200], guesses: Array(30).fill(200), errors: [] })
  })

  test('log-ins that hash in transactions take all connections, and the errors name their route', async () => {
    const { others, guesses, errors } = await rush(true)
    expect({ others, guesses }).toEqual({
      others: [503, 500],
      guesses: [...Array(10).fill(200), ...Array(20).fill(503)],
    })
    expect(errors[0]).toContain('No transaction could begin. Open are 10 of POST /log-in. If a route hashes a password')
  })
})
