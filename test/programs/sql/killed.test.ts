import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { runs, sampled } from '../sampled.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from '../scaling/postgres.ts'
import { connect, SKIPPED } from './pool.ts'

interface Books {
  /** The sum of both accounts, the amount of Bob, and the ids of all transfers. */
  readonly total: number
  readonly bob: number
  readonly ids: readonly string[]
}

/** A database that processes of `transfers.ts` share: Ada has 10,000 and Bob nothing. */
interface Shared {
  readonly env: Readonly<Record<string, string>>
  read(): Promise<Books>
}

const TABLES = `CREATE TABLE accounts (name text PRIMARY KEY, amount int NOT NULL);
  CREATE TABLE transfers (id text PRIMARY KEY); INSERT INTO accounts VALUES ('ada', 10000), ('bob', 0)`
const BOOKS = `SELECT (SELECT sum(amount) FROM accounts) AS total, (SELECT amount FROM accounts WHERE name = 'bob') AS bob`

async function inPostgres(postgres: Postgres): Promise<Shared> {
  const pool = connect(postgres)
  await pool.query(TABLES)
  return {
    env: { DATABASE_URL: postgres.url },
    async read() {
      const [{ rows: books }, { rows }] = [await pool.query(BOOKS), await pool.query('SELECT id FROM transfers')]
      return { total: Number(books[0].total), bob: Number(books[0].bob), ids: rows.map(({ id }) => String(id)) }
    },
  }
}

async function inSqlite(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'transfers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'bank.db')
  const database = new DatabaseSync(file, { timeout: 5_000 })
  onTestFinished(() => database.close())
  database.exec(`PRAGMA journal_mode = WAL; ${TABLES}`)
  return {
    env: { FILE: file },
    async read() {
      const books = database.prepare(BOOKS).get() ?? {}
      const ids = database.prepare('SELECT id FROM transfers').all()
      return { total: Number(books.total), bob: Number(books.bob), ids: ids.map(({ id }) => String(id)) }
    },
  }
}

const engines: readonly [string, () => Promise<Shared>, boolean][] = [
  ['SQLite', inSqlite, false],
  [`PostgreSQL${SKIPPED}`, async () => inPostgres(await startPostgres()), NO_POSTGRES !== undefined],
]

async function startProcess({ env }: Shared, own: Readonly<Record<string, string>> = {}) {
  const program = startProgram(join(import.meta.dirname, 'transfers.ts'), {
    cwd: import.meta.dirname,
    env: { ...env, ...own },
  })
  const [, port] = await program.waitFor(/READY (\d+)/)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', signal: AbortSignal.timeout(15_000), ...init })
  return {
    program,
    ask,
    /** Pays by several requests at a time, one after the other; returns the ids of those that were answered with 204. */
    async pay(prefix: string, count: number): Promise<string[]> {
      const paid: string[] = []
      const line = async (name: string) => {
        for (let number = 0; number < count; number++) {
          const id = `${prefix}-${name}-${number}`
          const response = await ask(`/pay/${id}`).catch(() => undefined)
          if (response === undefined) return
          if (response.status === 204) paid.push(id)
        }
      }
      await Promise.all(['a', 'b', 'c'].map(line))
      return paid
    },
  }
}

/** Compares what was answered with what is in the database; returns the ids that are kept, but were not answered. */
async function unanswered(shared: Shared, paid: readonly string[]): Promise<string[]> {
  const { total, bob, ids } = await shared.read()
  expect([total, bob]).toEqual([10_000, ids.length])
  expect(paid.filter((id) => !ids.includes(id))).toEqual([])
  return ids.filter((id) => !paid.includes(id))
}

for (const [engine, prepare, isSkipped] of sampled(engines.toReversed(), () => 'one')) {
  test.skipIf(isSkipped)(
    `two processes share a ${engine}: of a process that is killed before, during or after a commit, all of a request is kept or nothing, and whatever was answered`,
    async () => {
      const shared = await prepare()
      const paid: string[] = []
      const other = await startProcess(shared)
      for (const point of ['before', 'during', 'after']) {
        const doomed = await startProcess(shared, { KILL_AT: `${point}:8` })
        const both = await Promise.all([doomed.pay(point, 20), other.pay(`beside-${point}`, 10)])
        expect(await doomed.program.ended).toBe(null)
        expect([both[0].length < 60, both[1].length]).toEqual([true, 30])
        paid.push(...both.flat())
        const left = await unanswered(shared, paid)
        const [, killed = ''] = await doomed.program.waitFor(/KILLED AT (\S+)/)
        const state = left.includes(killed) ? 'kept' : paid.includes(killed) ? 'answered' : 'rolled back'
        // During the commit, each of the three may be.
        if (point !== 'during') expect(state).toBe(point === 'before' ? 'rolled back' : 'kept')
        // Of the two other requests under way, a commit may be done whose response was not sent.
        expect(left.filter((id) => id !== killed).length).toBeLessThanOrEqual(2)
        paid.push(...left)
      }
      other.program.stop()
      expect(await other.program.ended).toBe(0)
    },
  )
}

for (const [engine, prepare, isSkipped] of sampled(engines, () => 'one')) {
  test.skipIf(isSkipped)(
    `processes that share a ${engine} and are killed at any moment lose nothing that was answered, and keep no half`,
    async () => {
      const shared = await prepare()
      const paid: string[] = []
      const other = await startProcess(shared)
      const rounds = runs(12)
      for (let round = 0; round < rounds; round++) {
        const doomed = await startProcess(shared)
        const paying = Promise.all([doomed.pay(`doomed-${round}`, 10_000), other.pay(`beside-${round}`, 10)])
        const hasPaid = async () => (await shared.read()).ids.some((id) => id.startsWith(`doomed-${round}`))
        await expect.poll(hasPaid, { timeout: 10_000 }).toBe(true)
        await sleep(Math.random() * 100)
        doomed.program.stop('SIGKILL')
        paid.push(...(await paying).flat())
        await doomed.program.ended
        paid.push(...(await unanswered(shared, paid)))
      }
      expect(paid.length).toBeGreaterThan(30 * rounds)
    },
  )
}

/** Returns the number of the first process of a PostgreSQL, and those of its connections. */
async function processesOf(postgres: Postgres): Promise<number[]> {
  const pool = connect(postgres)
  const { rows } = await pool.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
  const pids = rows.map(({ pid }) => Number(pid))
  return [Number(execFileSync('ps', ['-o', 'ppid=', '-p', `${pids[0]}`], { encoding: 'utf8' })), ...pids]
}

test.skipIf(NO_POSTGRES !== undefined)(
  `while a PostgreSQL is down or hangs, requests get 500 or 503 within the limits, and all is well when it is back${SKIPPED}`,
  async () => {
    const postgres = await startPostgres()
    const shared = await inPostgres(postgres)
    const bank = await startProcess(shared, { TIMEOUT: '1' })
    const paid = await bank.pay('first', 5)
    expect(paid.length).toBe(15)

    await postgres.stop()
    expect((await bank.ask('/pay/down')).status).toBe(503)
    expect((await bank.ask('/', { method: 'GET' })).status).toBe(200)
    await postgres.start()
    await expect.poll(async () => (await bank.ask(`/pay/up-${Date.now()}`)).status).toBe(204)

    const pids = await processesOf(postgres)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const begin = performance.now()
    const statuses = await Promise.all(['a', 'b', 'c'].map(async (id) => (await bank.ask(`/pay/hung-${id}`)).status))
    expect(statuses).toEqual([503, 503, 503])
    expect(performance.now() - begin).toBeLessThan(10_000)
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    await expect.poll(async () => (await bank.ask(`/pay/again-${Date.now()}`)).status, { timeout: 20_000 }).toBe(204)
    // Requests under way when the database crashes are answered by an error; whether they were kept, only the rows say.
    const under = bank.pay('crash', 200)
    await sleep(100)
    await postgres.stop()
    await postgres.start()
    paid.push(...(await under))
    expect(paid.length).toBeGreaterThan(15)
    const left = await unanswered(shared, paid)
    expect(left.filter((id) => /^(?:down|hung)/.test(id))).toEqual([])
    bank.program.stop()
    expect(await bank.program.ended).toBe(0)
  },
)

test.skipIf(NO_POSTGRES !== undefined)(
  `a PostgreSQL ends the transaction of a process that hangs, so that others go on${SKIPPED}`,
  async () => {
    const shared = await inPostgres(await startPostgres())
    const [hung, other] = await Promise.all([startProcess(shared, { TIMEOUT: '2' }), startProcess(shared)])
    hung.ask('/hang').catch(() => undefined)
    await hung.program.waitFor(/HANGS/)
    hung.program.stop('SIGSTOP')
    expect((await other.ask('/pay/7')).status).toBe(204)
    expect(await unanswered(shared, ['7'])).toEqual([])
    hung.program.stop('SIGCONT')
    await expect.poll(async () => (await hung.ask('/pay/8')).status).toBe(204)
  },
)

test('a client that leaves frees the writer at once', async () => {
  const shared = await inSqlite()
  const bank = await startProcess(shared, { TIMEOUT: '60' })
  const leave = new AbortController()
  const left = bank.ask('/hang', { signal: leave.signal }).catch(() => 'left')
  await bank.program.waitFor(/HANGS/)
  leave.abort()
  expect([await left, (await bank.ask('/pay/7')).status]).toEqual(['left', 204])
})
