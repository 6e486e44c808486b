import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Application, json, type Middleware, type RequestHandler, type ServerRequest, stream, text } from '@app/core'
import { idempotency, type KeyStore, memoryKeys, sqlKeys } from '@app/idempotency'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { type Sql, sqlOf } from '@app/sql'
import { postgres, sqlIn, sqlite, TRANSACTION, type TransactionDriver, transactions } from '@app/transactions'
import { newSecret, sign, webhook } from '@app/webhooks'
import { createStorage } from 'unstorage'
import { expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

/** Where the key of a request is claimed. */
const PLACES = [
  'idempotency() before transactions()',
  'idempotency() after transactions()',
  'idempotency() in the list of the route',
  'webhook() in the list of the route',
] as const

/** How the first run of the handler ends. All later runs end well. */
const OUTCOMES = [
  '201',
  '409',
  '500',
  'an error',
  'a commit that fails',
  'a commit without a confirmation',
  'a commit that is lost, without a confirmation',
  'a body that fails',
  'a client that leaves',
] as const

const SESSIONS = ['no session', 'a session', 'a session that cannot be kept at first'] as const

/** A database with the table `orders`, and the store of keys in it. */
interface Engine {
  readonly driver: TransactionDriver<unknown> | undefined
  readonly store: KeyStore
  /** Runs statements outside of transactions. */
  readonly sql: Sql
}

type Place = (typeof PLACES)[number]
type Outcome = (typeof OUTCOMES)[number]
type SessionKind = (typeof SESSIONS)[number]

const TABLES = [
  'CREATE TABLE items (id int PRIMARY KEY)',
  'CREATE TABLE orders (n int, item int REFERENCES items (id) DEFERRABLE INITIALLY DEFERRED)',
  'INSERT INTO items VALUES (1)',
]

async function sqliteEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'once-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = (readOnly = false) => new DatabaseSync(join(folder, 'shop.db'), { readOnly })
  const [own, keys] = [open(), open()]
  for (const statement of TABLES) own.exec(statement)
  const driver = sqlite(({ readOnly }) => open(readOnly))
  onTestFinished(() => {
    for (const connection of [own, keys]) connection.close()
    driver[Symbol.dispose]()
  })
  return { driver, store: sqlKeys(keys), sql: sqlOf(own, { ownConnection: true }) }
}

async function postgresEngine(): Promise<Engine> {
  const pool = connect(await startPostgres())
  for (const statement of TABLES) await pool.query(statement)
  return { driver: postgres(pool), store: sqlKeys(pool), sql: sqlOf(pool) }
}

const withoutTransactions = async (): Promise<Engine> => ({
  ...(await sqliteEngine()),
  driver: undefined,
  store: memoryKeys(),
})

/** Makes a driver whose first commit is not confirmed, whether it was made or not. */
function unconfirmed(driver: TransactionDriver<unknown>, isLost: boolean): TransactionDriver<unknown> {
  let count = 0
  return {
    async begin(options) {
      const begun = await driver.begin(options)
      const { value, sql } = begun
      const commit = async () => {
        if (++count > 1) return begun.commit()
        await (isLost ? begun.rollback() : begun.commit())
        throw new Error('Connection terminated unexpectedly')
      }
      return { value, sql, commit, rollback: async () => (count > 0 ? undefined : begun.rollback()) }
    },
  }
}

const CART = sessionKey<number>('cart')
const SECRET = newSecret()

/** Sends a request three times with one key, and returns the statuses, how often the handler ran, and the rows. */
async function threeTimes({ driver: plain, store, sql }: Engine, place: Place, outcome: Outcome, kind: SessionKind) {
  await sql.run('DELETE FROM orders')
  const isLost = outcome === 'a commit that is lost, without a confirmation'
  const driver = plain && (isLost || outcome === 'a commit without a confirmation') ? unconfirmed(plain, isLost) : plain
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  let [runs, sent] = [0, 0]
  const storage = createStorage()
  const carts = {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    async setItem(key: string, value: never) {
      if (sent === 1 && kind === 'a session that cannot be kept at first') throw new Error('no store')
      await storage.setItem(key, value)
    },
  }
  if (kind !== 'no session') app.pipe(session({ secret: 'a secret of at least 32 characters', store: carts as never }))
  const once = idempotency({ store, scope: 'anyone', required: true })
  const piped: Middleware[] = driver ? [transactions({ driver })] : []
  if (place === PLACES[0]) piped.unshift(once)
  if (place === PLACES[1]) piped.push(once)
  for (const middleware of piped) app.pipe(middleware)
  const list: Middleware[] = []
  if (place === PLACES[2]) list.push(once)
  if (place === PLACES[3]) list.push(webhook({ secrets: [SECRET], seen: store }))
  const leaving = new AbortController()
  const handler: RequestHandler = async (request) => {
    const isFirst = ++runs === 1
    const item = isFirst && outcome === 'a commit that fails' ? 9 : 1
    await (driver ? sqlIn(request) : sql).run('INSERT INTO orders VALUES ($1, $2)', runs, item)
    if (kind !== 'no session') request.attribute(SESSION).set(CART, runs)
    return isFirst ? firstAnswer(outcome, leaving, request) : json({ runs }, { status: 201 })
  }
  const route = app.post('/orders', [...list, handler])
  if (driver) route.set(TRANSACTION, { retry: 3 })
  const key = crypto.randomUUID()
  const send = async () => {
    sent++
    const body = '{"item":1}'
    const headers = place === PLACES[3] ? await sign([SECRET], { id: key, body }) : { 'idempotency-key': key }
    const signal = sent === 1 ? leaving.signal : undefined
    const response = await app.request('/orders', { method: 'POST', body, headers, ...(signal && { signal }) })
    return [response.status, await response.text().catch(() => 'broken')] as const
  }
  const answers = [await send(), await send(), await send()]
  const [count] = await sql.rows<{ count: number }>('SELECT count(*) AS count FROM orders')
  const cart = await storage.getKeys()
  return {
    statuses: answers.map(([status]) => status).join(' '),
    runs,
    rows: Number(count?.count),
    isKept: kind === 'no session' || cart.length > 0,
  }
}

async function firstAnswer(outcome: Outcome, leaving: AbortController, request: ServerRequest): Promise<Response> {
  switch (outcome) {
    case '409':
      return text('sold out', { status: 409 })
    case '500':
      return text('broken', { status: 500 })
    case 'an error':
      throw new Error('broken')
    case 'a body that fails':
      return stream(failing(), { status: 201 })
    case 'a client that leaves':
      leaving.abort()
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(request.signal.aborted).toBe(true)
      return json({ runs: 1 }, { status: 201 })
    default:
      return json({ runs: 1 }, { status: 201 })
  }
}

async function* failing() {
  yield 'a'
  throw new Error('the body fails')
}

/** What has to happen. A run that has taken effect is the last one, unless nothing is in a transaction. */
function expected(hasTransactions: boolean, outcome: Outcome, kind: SessionKind) {
  const isSessionBroken = kind === 'a session that cannot be kept at first'
  const table: Readonly<Record<Outcome, { readonly status: number; readonly wrote: boolean; readonly next?: number }>> =
    {
      '201': { status: 201, wrote: true },
      '409': { status: 409, wrote: !hasTransactions },
      '500': { status: 500, wrote: !hasTransactions },
      'an error': { status: 500, wrote: !hasTransactions },
      'a commit that fails': { status: 500, wrote: false },
      'a commit without a confirmation': { status: 500, wrote: true },
      'a commit that is lost, without a confirmation': { status: 500, wrote: false },
      'a body that fails': { status: 201, wrote: true, next: 409 },
      'a client that leaves': hasTransactions ? { status: 500, wrote: false } : { status: 201, wrote: true },
    }
  const { status, wrote, next } = table[outcome]
  const first = isSessionBroken && status < 500 ? 503 : status
  const isCommitted = hasTransactions && (wrote || outcome === 'a commit that is lost, without a confirmation')
  const isOver = isCommitted || first < 500
  const later = isOver ? (first < 500 ? (next ?? status) : first) : 201
  return {
    statuses: [first, later, later].join(' '),
    runs: isOver ? 1 : 2,
    rows: Number(wrote) + Number(!isOver),
    // A session is kept with the response that the client gets.
    isKept: kind === 'no session' || first < 500 || !isOver,
  }
}

const ENGINES = [
  { name: 'a SQLite', open: sqliteEngine, skipped: false },
  { name: `a PostgreSQL${SKIPPED}`, open: postgresEngine, skipped: NO_POSTGRES !== undefined },
  { name: 'no transactions', open: withoutTransactions, skipped: false },
]

for (const { name, open, skipped } of ENGINES) {
  test.skipIf(skipped).each(PLACES)(
    `with %s and ${name}, what has taken effect runs once, and what has not runs again`,
    async (place) => {
      const engine = await open()
      const [seen, wanted]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
      for (const outcome of OUTCOMES) {
        if (!engine.driver && outcome.startsWith('a commit')) continue
        for (const kind of SESSIONS) {
          seen[`${outcome}, ${kind}`] = await threeTimes(engine, place, outcome, kind)
          wanted[`${outcome}, ${kind}`] = expected(engine.driver !== undefined, outcome, kind)
        }
      }
      expect(seen).toEqual(wanted)
    },
  )
}

test.skipIf(NO_POSTGRES !== undefined)(
  `a handler that runs again after a conflict keeps its key, and writes once${SKIPPED}`,
  async () => {
    const { driver, store, sql } = await postgresEngine()
    for (const isInList of [false, true]) {
      await sql.run('DELETE FROM orders')
      const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
      app.pipe(transactions({ driver: driver as TransactionDriver<unknown> }))
      const once = idempotency({ store, scope: 'anyone' })
      if (!isInList) app.pipe(once)
      let runs = 0
      let meet: () => void = () => undefined
      const bothHaveRead = new Promise<void>((resolve) => {
        meet = resolve
      })
      const order: RequestHandler = async (request) => {
        const [row] = await sqlIn(request).rows<{ count: string }>('SELECT count(*) AS count FROM orders')
        if (++runs === 2) meet()
        await bothHaveRead
        await sqlIn(request).run('INSERT INTO orders VALUES ($1, 1)', Number(row?.count))
        return json({ number: Number(row?.count) }, { status: 201 })
      }
      app.post('/orders', isInList ? [once, order] : order).set(TRANSACTION, { isolation: 'serializable', retry: 3 })
      const send = async (key: string) => {
        const response = await app.request('/orders', { method: 'POST', headers: { 'idempotency-key': key } })
        return [response.status, await response.text()]
      }
      const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
      const first = await Promise.all([send(one), send(two)])
      expect(first.toSorted()).toEqual([
        [201, '{"number":0}'],
        [201, '{"number":1}'],
      ])
      expect(await Promise.all([send(one), send(two)])).toEqual(first)
      const [row] = await sql.rows<{ count: string }>('SELECT count(*) AS count FROM orders')
      expect([runs, Number(row?.count)]).toEqual([3, 2])
    }
  },
)

test.skipIf(NO_POSTGRES !== undefined)(
  `as many webhooks at once as a pool has clients do not wait for each other${SKIPPED}`,
  async () => {
    const pool = connect(await startPostgres(), { max: 10 })
    for (const statement of TABLES) await pool.query(statement)
    const app = new Application({ router: new FindMyWayRouter() })
    app.pipe(transactions({ driver: postgres(pool) }))
    const signed = webhook({ secrets: [SECRET], seen: sqlKeys(pool) })
    app.post('/paid', [
      signed,
      async (request) => {
        await sqlIn(request).run('INSERT INTO orders VALUES (1, 1)')
        await sqlIn(request).rows('SELECT pg_sleep(0.05)')
        return text('done')
      },
    ])
    const body = '{}'
    const ids = Array.from({ length: 30 }, () => crypto.randomUUID())
    const send = async (id: string) =>
      (await app.request('/paid', { method: 'POST', body, headers: await sign([SECRET], { id, body }) })).status
    expect(await Promise.all(ids.map(send))).toEqual(ids.map(() => 200))
    expect(await Promise.all(ids.map(send))).toEqual(ids.map(() => 200))
    expect((await pool.query('SELECT count(*)::int AS count FROM orders')).rows).toEqual([{ count: 30 }])
  },
)

test('keys in the SQLite of the transactions wait for its lock without blocking the process', async () => {
  const { driver, store } = await sqliteEngine()
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(idempotency({ store, scope: 'anyone' })).pipe(transactions({ driver: driver as TransactionDriver<unknown> }))
  app.post('/slow', async (request) => {
    await sqlIn(request).run('INSERT INTO orders VALUES (1, 1)')
    await new Promise((resolve) => setTimeout(resolve, 400))
    return text('done')
  })
  let longest = 0
  let before = performance.now()
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 5)
  const send = async (key: string) => {
    const response = await app.request('/slow', { method: 'POST', headers: { 'idempotency-key': key } })
    return response.status
  }
  const statuses = await Promise.all([send('one'), send('two'), send('three')])
  clearInterval(ticking)
  expect(statuses).toEqual([200, 200, 200])
  expect(longest).toBeLessThan(300)
})

test('idempotency() and webhook() behind other middleware in the list of a route say that they would claim within the transaction', async () => {
  const { driver, store } = await sqliteEngine()
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.pipe(transactions({ driver: driver as TransactionDriver<unknown> }))
  const passing: Middleware = (request, handler) => handler(request)
  const handler: RequestHandler = () => text('x')
  app.post('/orders', [passing, idempotency({ store, scope: 'anyone' }), handler])
  app.post('/paid', [passing, webhook({ secrets: [SECRET], seen: store }), handler])
  app.post('/outside', [passing, idempotency({ store, scope: 'anyone' }), handler]).set(TRANSACTION, false)
  const headers = { 'idempotency-key': 'one', ...(await sign([SECRET], { id: 'one', body: '' })) }
  const ask = async (path: string) => (await app.request(path, { method: 'POST', headers })).status
  expect([await ask('/orders'), await ask('/paid'), await ask('/outside')]).toEqual([500, 500, 200])
  expect(errors.map(String)).toEqual([
    expect.stringContaining('first in the list of the route'),
    expect.stringContaining('first in the list of the route'),
  ])
})
