import { setTimeout as sleep } from 'node:timers/promises'
import { Application, empty, json, type ServerRequest, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterCommit, sqlIn, type TransactionDriver, transactionOf, transactions } from '@app/transactions'
import { sql as drizzleSql } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { openKnex, withDrizzle, withKnex, withKysely } from './libraries.ts'
import { connect, SKIPPED } from './pool.ts'

/** A library: how it makes transactions, and how a handler adds 1 to the amount of Bob in one of them. */
interface Library {
  readonly driver: TransactionDriver<object>
  add(request: ServerRequest): Promise<() => Promise<unknown>>
}

const libraries: readonly [string, (url: string) => Library][] = [
  [
    'Kysely',
    (url) => {
      const driver = withKysely(open(url))
      return {
        driver,
        async add(request) {
          const transaction = transactionOf(request, driver)
          const add = async () =>
            transaction
              .updateTable('accounts')
              .set((row) => ({ amount: row('amount', '+', 1) }))
              .where('name', '=', 'bob')
              .execute()
          await add()
          return add
        },
      }
    },
  ],
  [
    'Drizzle',
    (url) => {
      const driver = withDrizzle(open(url))
      return {
        driver,
        async add(request) {
          const transaction = transactionOf(request, driver)
          const add = async () =>
            transaction.execute(drizzleSql`UPDATE accounts SET amount = amount + ${1} WHERE name = 'bob'`)
          await add()
          return add
        },
      }
    },
  ],
  [
    'Knex',
    (url) => {
      const db = openKnex(url)
      onTestFinished(() => db.destroy())
      const driver = withKnex(db)
      return {
        driver,
        async add(request) {
          const transaction = transactionOf(request, driver)
          const add = async () => transaction('accounts').where({ name: 'bob' }).increment('amount', 1)
          await add()
          return add
        },
      }
    },
  ],
]

function open(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 10 })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}

test.skipIf(NO_POSTGRES !== undefined).each(libraries)(
  `transactions of %s end with their requests, and sqlIn() writes in them${SKIPPED}`,
  async (_name, make) => {
    const postgres = await startPostgres()
    const other = connect(postgres)
    await other.query(`CREATE TABLE accounts (name text PRIMARY KEY, amount int NOT NULL);
      CREATE TABLE transfers (payee text REFERENCES accounts (name) DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO accounts VALUES ('ada', 10), ('bob', 0)`)
    const amount = async () =>
      Number((await other.query("SELECT amount FROM accounts WHERE name = 'bob'")).rows[0].amount)
    const { driver, add } = make(postgres.url)
    const errors: unknown[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
    app.pipe(transactions({ driver, timeout: 2 }))
    const kept: (() => Promise<unknown>)[] = []
    const committed: string[] = []
    const leave = new AbortController()
    app.post('/{how}', async (request) => {
      const { how } = request.params
      afterCommit(request, () => committed.push(how))
      kept.push(await add(request))
      if (how === 'throws') throw new Error('broken')
      if (how === 'leaves') {
        leave.abort()
        await sleep(10_000, undefined, { signal: request.signal })
      }
      const sql = sqlIn(request)
      if (how === 'swallows') await sql.rows('SELECT * FROM missing').catch(() => undefined)
      if (how === 'deferred') await sql.run('INSERT INTO transfers VALUES ($1)', 'nobody')
      if (how === 'writes') {
        const changed = await sql.run("UPDATE accounts SET amount = $2 WHERE name = $1 AND '?' <> $3", 'bob', 50, 'x')
        const rows = await sql.rows('SELECT amount FROM accounts WHERE name = $1', 'bob')
        return json([changed, rows])
      }
      return how === 'refuses' ? text('no', { status: 422 }) : empty()
    })
    const post = (how: string, init: RequestInit = {}) => app.request(`/${how}`, { ...init, method: 'POST' })
    const told: [string, number, number][] = []
    for (const how of ['works', 'refuses', 'throws', 'swallows', 'deferred'])
      told.push([how, (await post(how)).status, await amount()])
    expect(told).toEqual([
      ['works', 204, 1],
      ['refuses', 422, 1],
      ['throws', 500, 1],
      ['swallows', 500, 1],
      ['deferred', 500, 1],
    ])
    expect(errors.map((error) => (error as Error).message)).toEqual([
      'broken',
      'The transaction was not committed: A statement of the transaction had failed.',
      expect.stringMatching(/^The transaction was not committed: .*(?:violates foreign key constraint|commit)/),
    ])
    await post('leaves', { signal: leave.signal }).catch(() => undefined)
    expect(await (await post('writes')).json()).toEqual([1, [{ amount: 50 }]])
    expect([await amount(), committed]).toEqual([50, ['works', 'writes']])
    // A transaction that is over refuses to be used; its connection may have the transaction of another request by now.
    for (const use of kept) await expect(use()).rejects.toMatchObject({ code: 'APP_TRANSACTION_OVER' })
    const many = await Promise.all(Array.from({ length: 20 }, () => post('works')))
    expect([new Set(many.map(({ status }) => status)), await amount()]).toEqual([new Set([204]), 70])

    await postgres.stop()
    expect((await post('works')).status).toBe(503)
    await postgres.start()
    await expect.poll(async () => (await post('works')).status).toBe(204)
    expect(await amount()).toBe(71)
  },
)
