import { setTimeout as sleep } from 'node:timers/promises'
import { Application, empty, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import {
  afterCommit,
  type PostgresOptions,
  postgres,
  sqlIn,
  TRANSACTION,
  type TransactionsSettings,
  transactionOf,
  transactions,
} from '@app/transactions'
import type { Pool, PoolConfig } from 'pg'
import { describe, expect, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

const withPostgres = describe.skipIf(NO_POSTGRES !== undefined)

interface Bank {
  readonly app: Application
  readonly driver: ReturnType<typeof postgres<Pool>>
  readonly pool: Pool
  readonly errors: unknown[]
  amounts(): Promise<number[]>
}

async function openBank(
  settings: TransactionsSettings = {},
  { max, ...options }: PostgresOptions & Pick<PoolConfig, 'max'> = {},
): Promise<Bank> {
  const server = await startPostgres()
  const pool = connect(server, { max: max ?? 10 })
  const other = connect(server)
  await other.query(`CREATE TABLE accounts (name text PRIMARY KEY, amount int NOT NULL CHECK (amount >= 0));
    CREATE TABLE transfers (payee text REFERENCES accounts (name) DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO accounts VALUES ('ada', 10), ('bob', 0)`)
  const driver = postgres(pool, options)
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.pipe(transactions({ driver, ...settings }))
  const amounts = async () => {
    const { rows } = await other.query('SELECT amount FROM accounts ORDER BY name')
    return rows.map(({ amount }) => Number(amount))
  }
  return { app, driver, pool, errors, amounts }
}

const post = (app: Application, path: string, init: RequestInit = {}) => app.request(path, { ...init, method: 'POST' })
const PAY = "UPDATE accounts SET amount = amount + 1 WHERE name = 'bob'"

withPostgres(`transactions of a PostgreSQL${SKIPPED}`, () => {
  test('a response below 400 commits, and any other, an error or a client that leaves rolls back and frees the client', async () => {
    const bank = await openBank({}, { max: 1 })
    const leave = new AbortController()
    bank.app.post('/{how}', async (request) => {
      await transactionOf(request, bank.driver).query(PAY)
      if (request.params.how === 'throws') throw new Error('broken')
      if (request.params.how === 'leaves') {
        leave.abort()
        await sleep(10_000, undefined, { signal: request.signal })
      }
      return empty({ status: request.params.how === 'refuses' ? 409 : 204 })
    })
    const statuses = []
    for (const how of ['refuses', 'throws', 'works']) statuses.push((await post(bank.app, `/${how}`)).status)
    expect([statuses, await bank.amounts()]).toEqual([
      [409, 500, 204],
      [10, 1],
    ])
    await post(bank.app, '/leaves', { signal: leave.signal }).catch(() => undefined)
    expect([(await post(bank.app, '/works')).status, await bank.amounts()]).toEqual([204, [10, 2]])
    expect([bank.pool.totalCount, bank.pool.idleCount]).toEqual([1, 1])
  })

  test('sqlIn() and afterCommit() belong to the same transaction', async () => {
    const bank = await openBank()
    const seen: unknown[] = []
    bank.app.post('/x', async (request) => {
      afterCommit(request, async () => seen.push(await bank.amounts()))
      await sqlIn(request).run('UPDATE accounts SET amount = $1 WHERE name = $2', 5, 'bob')
      seen.push(await bank.amounts())
      return empty()
    })
    await post(bank.app, '/x')
    expect(seen).toEqual([
      [10, 0],
      [10, 5],
    ])
  })

  test('a commit that the database refuses, or that it answers by a rollback, is a 500', async () => {
    const bank = await openBank()
    bank.app.post('/deferred', async (request) => {
      await transactionOf(request, bank.driver).query("INSERT INTO transfers VALUES ('nobody')")
      return text('done')
    })
    bank.app.post('/swallowed', async (request) => {
      const client = transactionOf(request, bank.driver)
      await client.query(PAY)
      await client.query('SELECT * FROM missing').catch(() => undefined)
      return text('done')
    })
    expect([(await post(bank.app, '/deferred')).status, (await post(bank.app, '/swallowed')).status]).toEqual([
      500, 500,
    ])
    expect(bank.errors.map((error) => (error as Error).message)).toEqual([
      expect.stringContaining('was not committed: insert or update on table "transfers" violates foreign key'),
      'The transaction was not committed: A statement of the transaction had failed.',
    ])
    expect([await bank.amounts(), bank.pool.idleCount]).toEqual([[10, 0], 1])
  })

  test('a route chooses its isolation and whether it only reads, and the database knows the time limit', async () => {
    const bank = await openBank({ timeout: 7 }, { isolation: 'repeatable read' })
    const names = ['transaction_isolation', 'transaction_read_only', 'statement_timeout']
    const tell = async (request: Parameters<typeof sqlIn>[0]) => {
      const rows = await sqlIn(request).rows(
        `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
      )
      return json(Object.values(rows[0] ?? {}))
    }
    bank.app.post('/usual', tell)
    bank.app.get('/own', tell).set(TRANSACTION, { readOnly: true, isolation: 'serializable', timeout: 3 })
    expect(await (await post(bank.app, '/usual')).json()).toEqual(['repeatable read', 'off', '7s'])
    expect(await (await bank.app.request('/own')).json()).toEqual(['serializable', 'on', '3s'])
    expect((await bank.pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  })

  test('serialization failures are repeated where the route says it, so that no change is lost; elsewhere they are 503', async () => {
    const bank = await openBank({}, { isolation: 'serializable' })
    let runs = 0
    const add = async (request: Parameters<typeof sqlIn>[0]) => {
      runs++
      const [row] = await sqlIn(request).rows<{ amount: number }>("SELECT amount FROM accounts WHERE name = 'bob'")
      await sleep(5)
      await sqlIn(request).run("UPDATE accounts SET amount = $1 WHERE name = 'bob'", (row?.amount ?? 0) + 1)
      return empty()
    }
    bank.app.post('/again', add).set(TRANSACTION, { retry: 10 })
    bank.app.post('/once', add)
    const all = async (path: string) =>
      (await Promise.all(Array.from({ length: 5 }, () => post(bank.app, path)))).map(({ status }) => status)
    expect(await all('/again')).toEqual([204, 204, 204, 204, 204])
    expect(await bank.amounts()).toEqual([10, 5])
    expect(runs).toBeGreaterThan(5)
    const once = await all('/once')
    expect(once).toContain(503)
    expect(new Set(once)).toEqual(new Set([204, 503]))
    expect(await bank.amounts()).toEqual([10, 5 + once.filter((status) => status === 204).length])
  })

  test('a deadlock is repeated, and both requests succeed', async () => {
    const bank = await openBank({ retry: 3 })
    let runs = 0
    bank.app.post('/{first}/{second}', async (request) => {
      runs++
      for (const name of [request.params.first, request.params.second]) {
        await sqlIn(request).run('UPDATE accounts SET amount = amount + 1 WHERE name = $1', name)
        await sleep(50)
      }
      return empty()
    })
    const both = await Promise.all([post(bank.app, '/ada/bob'), post(bank.app, '/bob/ada')])
    expect([both.map(({ status }) => status), await bank.amounts(), runs]).toEqual([[204, 204], [12, 2], 3])
  })

  test('while all clients are taken, a request gets 503 within the option wait, and its place is not lost', async () => {
    const bank = await openBank({ wait: 0.1 }, { max: 1 })
    const held = Promise.withResolvers<Response>()
    bank.app.post('/hold', () => held.promise)
    bank.app.post('/x', () => empty())
    const holding = post(bank.app, '/hold')
    await sleep(50)
    const refused = await post(bank.app, '/x')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    held.resolve(empty())
    expect([(await holding).status, (await post(bank.app, '/x')).status]).toEqual([204, 204])
    await expect.poll(() => [bank.pool.totalCount, bank.pool.idleCount]).toEqual([1, 1])
  })

  test('a transaction that takes too long is rolled back, its statement is given up, and later use of the client is refused', async () => {
    const bank = await openBank({ timeout: 0.3 })
    const late = Promise.withResolvers<unknown>()
    bank.app.post('/sleeps', async (request) => {
      await transactionOf(request, bank.driver).query(PAY)
      await transactionOf(request, bank.driver).query('SELECT pg_sleep(60)')
      return empty()
    })
    bank.app.post('/waits', async (request) => {
      const client = transactionOf(request, bank.driver)
      await client.query(PAY)
      await sleep(600)
      try {
        client.query('DELETE FROM accounts')
      } catch (error) {
        late.resolve(error)
      }
      return empty()
    })
    expect([(await post(bank.app, '/sleeps')).status, (await post(bank.app, '/waits')).status]).toEqual([503, 503])
    expect(await late.promise).toMatchObject({ code: 'APP_TRANSACTION_OVER' })
    expect(await bank.amounts()).toEqual([10, 0])
    const { rows } = await bank.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active'",
    )
    expect(rows).toEqual([])
  })

  test('a connection that the database ends is a 500 or 503, is taken out of the pool, and the process goes on', async () => {
    const bank = await openBank()
    bank.app.post('/{when}', async (request) => {
      const [row] = await sqlIn(request).rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await sqlIn(request).run(PAY)
      await bank.pool.query('SELECT pg_terminate_backend($1)', [row?.pid])
      await sleep(100)
      if (request.params.when === 'statement') await sqlIn(request).run(PAY)
      return text('done')
    })
    expect([(await post(bank.app, '/statement')).status, (await post(bank.app, '/commit')).status]).toEqual([500, 500])
    expect(await bank.amounts()).toEqual([10, 0])
    expect(bank.pool.totalCount).toBe(bank.pool.idleCount)
  })

  test('a handler may not release the client of its transaction', async () => {
    const bank = await openBank()
    bank.app.post('/x', (request) => {
      transactionOf(request, bank.driver).release()
      return text('done')
    })
    expect((await post(bank.app, '/x')).status).toBe(500)
    expect(bank.errors).toEqual([expect.objectContaining({ code: 'APP_TRANSACTION_CONTROL' })])
  })
})
