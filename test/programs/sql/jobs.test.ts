import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type JobsEngine, job, jobs, sqlJobs, type TakenJob } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { type SqlDatabase, sqlOf } from '@app/sql'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from '../../../packages/jobs/src/engine.test-kit.ts'
import { type Program, startProgram } from '../run-program.ts'
import { sampled } from '../sampled.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from '../scaling/postgres.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

const SKIPPED = NO_POSTGRES ? ` (${NO_POSTGRES})` : ''

/** A database that processes share. */
interface Shared {
  readonly url: string
  readonly database: SqlDatabase
  readonly postgres?: Postgres
  /** The jobs, if they are not in the database. */
  readonly engine?: JobsEngine
  readonly outbox?: JobsEngine
  readonly env?: Readonly<Record<string, string>>
}

async function sqlite(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const url = join(folder, 'shop.db')
  const database = new DatabaseSync(url, { timeout: 5_000 })
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL')
  return { url, database }
}

function poolOf({ url }: Postgres): Pool {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 1_000 })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return pool
}

async function postgresql(): Promise<Shared> {
  const postgres = await startPostgres()
  return { url: postgres.url, database: poolOf(postgres), postgres }
}

/** Jobs in a Redis, with an outbox in a database. */
async function redisAnd(open: () => Promise<Shared>): Promise<Shared> {
  const shared = await open()
  const { url } = await startRedis()
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  const outbox = sqlJobs(shared.postgres ? shared.database : new DatabaseSync(shared.url))
  return { ...shared, outbox, engine: redisJobs(redis, { outbox }), env: { REDIS_URL: url } }
}

/** Stops a program that has started: before that, it does not know the signal. */
async function stopped(program: Program): Promise<void> {
  await program.waitFor(/READY/)
  program.stop()
  expect(await program.ended).toBe(0)
}

async function prepare(open: () => Promise<Shared>) {
  const shared = await open()
  const sql = sqlOf(shared.database)
  await sql.run('CREATE TABLE orders (id text PRIMARY KEY)')
  await sql.run('CREATE TABLE runs (job text, what text, process int)')
  const queue = jobs({ engine: shared.engine ?? sqlJobs(shared.database) })
  await queue.start()
  return {
    ...shared,
    queue,
    start: (env: Readonly<Record<string, string>> = {}) =>
      startProgram(join(import.meta.dirname, 'jobs-program.ts'), {
        cwd: import.meta.dirname,
        env: { DATABASE: shared.url, ...shared.env, ...env },
      }),
    orders: async () => (await sql.rows<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id),
    runs: async () => (await sql.rows<{ what: string }>('SELECT what FROM runs')).map(({ what }) => what),
  }
}

/** What keeps the jobs, and the database with the orders. */
interface Kind {
  readonly name: string
  readonly open: () => Promise<Shared>
  readonly missing: string | undefined
}

const SQLITE: Kind = { name: 'SQLite', open: sqlite, missing: undefined }
const POSTGRESQL: Kind = { name: 'PostgreSQL', open: postgresql, missing: NO_POSTGRES }
const REDIS_AND_SQLITE: Kind = { name: 'Redis and SQLite', open: () => redisAnd(sqlite), missing: NO_REDIS }
const REDIS_AND_POSTGRESQL: Kind = {
  name: 'Redis and PostgreSQL',
  open: () => redisAnd(postgresql),
  missing: NO_REDIS ?? NO_POSTGRES,
}
const WITH_OUTBOX: readonly Kind[] = [REDIS_AND_SQLITE, REDIS_AND_POSTGRESQL]

/** Where a process is killed, and what its handler and that of the next processes have done in the end. */
const PLACES = [
  { place: 'added', orders: [], runs: [] },
  { place: 'committed', orders: ['7'], runs: ['begun', 'done'] },
  { place: 'claimed', orders: ['7'], runs: ['begun', 'done'] },
  { place: 'middle', orders: ['7'], runs: ['begun', 'begun', 'done'] },
  { place: 'handled', orders: ['7'], runs: ['begun', 'done', 'begun', 'done'] },
]

/** Where a process is killed before it moves a job from the outbox to the Redis. */
const RELAYING = { place: 'relaying', orders: ['7'], runs: ['begun', 'done'] }

const KILLS = [
  ...PLACES.flatMap((end) => [SQLITE, POSTGRESQL, REDIS_AND_SQLITE].map((kind) => ({ ...end, kind }))),
  ...WITH_OUTBOX.map((kind) => ({ ...RELAYING, kind })),
]

const without = ({ missing }: Kind) => (missing === undefined ? '' : ` (${missing})`)

for (const { place, orders, runs, kind } of sampled(KILLS, ({ place }) => place)) {
  test.skipIf(kind.missing !== undefined)(
    `${kind.name}: a job of a process that is killed when it is "${place}" runs if and only if its order is there${without(kind)}`,
    async () => {
      const shop = await prepare(kind.open)
      const killed = shop.start({ KILL_AT: place, ADD: '7' })
      expect(await killed.ended).toBe(null)
      const others = [shop.start(), shop.start()]
      await Promise.all(others.map((other) => other.waitFor(/READY/)))
      await expect.poll(() => shop.queue.counts()).toEqual([])
      expect(await shop.orders()).toEqual(orders)
      expect(await shop.runs()).toEqual(runs)
      for (const other of others) await stopped(other)
    },
  )
}

// What an engine does for this is among the tests of all engines: of who has lost a lease.
for (const kind of sampled([SQLITE, POSTGRESQL, ...WITH_OUTBOX], () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `${kind.name}: a process that was suspended for longer than its lease cannot mark as done what another process runs${without(kind)}`,
    async () => {
      const shop = await prepare(kind.open)
      const [one, two] = [shop.start({ ADD: '7', SLOW: '3000' }), shop.start({ SLOW: '3000' })]
      const which = await Promise.race([one, two].map((each) => each.waitFor(/BEGUN/).then(() => each)))
      which.stop('SIGSTOP')
      const other = which === one ? two : one
      await other.waitFor(/BEGUN 7/)
      which.stop('SIGCONT')
      await expect.poll(() => shop.queue.counts()).toEqual([])
      await expect.poll(async () => (await shop.runs()).sort()).toEqual(['begun', 'begun', 'done', 'done'])
      for (const each of [one, two]) await stopped(each)
    },
  )
}

/** The jobs of an outbox whose row is held by a process. */
const HELD = { name: '@app/jobs/outbox', state: 'running', count: 1 }

/** Starts a process, and kills it after it has moved a job to the Redis and before it deletes the row of the outbox. */
async function killRelayed({ open }: Kind, rowLease: string) {
  const shop = await prepare(open)
  const { engine, outbox } = shop
  if (!engine || !outbox) throw new Error('The shop has no Redis.')
  const killed = shop.start({ KILL_AT: 'relayed', ADD: '7', ROW_LEASE: rowLease })
  const [, row = ''] = await killed.waitFor(/RELAYED (.+)/)
  expect(await killed.ended).toBe(null)
  return { ...shop, engine, outbox, row: JSON.parse(row) as TakenJob }
}

for (const kind of sampled(WITH_OUTBOX, () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `${kind.name}: a job that is moved again by another process, while the Redis has it, runs once${without(kind)}`,
    async () => {
      const shop = await killRelayed(kind, '1')
      // Another process looks at the outbox when it takes a job, and finds the row when its lease is over.
      await expect
        .poll(async () => [await shop.engine.take(['none'], 30), await shop.queue.counts()])
        .toEqual([undefined, [{ name: 'bake', state: 'waiting', count: 1 }]])
      const other = shop.start()
      await expect.poll(() => shop.queue.counts()).toEqual([])
      expect([await shop.orders(), await shop.runs()]).toEqual([['7'], ['begun', 'done']])
      await stopped(other)
    },
  )
}

for (const kind of sampled(WITH_OUTBOX.toReversed(), () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `${kind.name}: a job that is moved again by another process, when it is done, runs again${without(kind)}`,
    async () => {
      const shop = await killRelayed(kind, '3600')
      const others = [shop.start(), shop.start()]
      await expect.poll(() => shop.queue.counts()).toEqual([HELD])
      expect(await shop.runs()).toEqual(['begun', 'done'])
      // The lease of the process that was killed is over.
      expect(await shop.outbox.renew(shop.row, 0)).toBe(true)
      await expect.poll(() => shop.queue.counts()).toEqual([])
      expect([await shop.orders(), await shop.runs()]).toEqual([['7'], ['begun', 'done', 'begun', 'done']])
      for (const other of others) await stopped(other)
    },
  )
}

testEngine(
  `PostgreSQL${SKIPPED}`,
  async () => {
    const { url, postgres } = await postgresql()
    return () => sqlJobs(poolOf(postgres ?? ({ url } as Postgres)))
  },
  { skip: NO_POSTGRES !== undefined },
)

test.skipIf(NO_POSTGRES !== undefined)(
  `PostgreSQL: while it is away, adding a job is an error; then the runners go on${SKIPPED}`,
  async () => {
    const shop = await prepare(postgresql)
    const program = shop.start({ ADD: '7' })
    await program.waitFor(/READY/)
    await expect.poll(shop.runs).toEqual(['begun', 'done'])
    await shop.postgres?.stop()
    await expect(shop.queue.counts()).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await shop.postgres?.start()
    const bake = job<{ order: string }>({ name: 'bake' })
    await shop.queue.add(bake, { order: '8' })
    await expect.poll(async () => (await shop.runs()).length).toBe(4)
    expect(program.output().match(/The runner of jobs met an error/g)).toHaveLength(1)
    program.stop()
    expect(await program.ended).toBe(0)
  },
)
