import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { sampled } from '../sampled.ts'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

/** An engine that keeps the keys of several processes. */
interface Engine {
  readonly env: Readonly<Record<string, string>>
  /** Lets the engine hang: it keeps its connections and answers nothing. */
  pause?(): void | Promise<void>
  resume?(): void
  stop?(): Promise<void>
  start?(): Promise<void>
}

interface Kind {
  readonly name: string
  /** The database, by whichever client. */
  readonly store: string
  readonly missing: string | undefined
  readonly prepare: (folder: string) => Promise<Engine>
}

const SQLITE: Kind = {
  name: 'a SQLite',
  store: 'SQLite',
  missing: undefined,
  prepare: async (folder) => ({ env: { SQLITE_FILE: join(folder, 'keys.db') } }),
}

/** Sends a signal. Returns false if the process has ended. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

const POSTGRES: Kind = {
  name: 'a PostgreSQL',
  store: 'PostgreSQL',
  missing: NO_POSTGRES,
  async prepare() {
    const postgres = await startPostgres()
    let paused: readonly number[] = []
    const resume = () => {
      // The process of a connection that was ending when it was stopped is gone as soon as the first one goes on.
      for (const pid of paused) signal(pid, 'SIGCONT')
      paused = []
    }
    onTestFinished(resume)
    return {
      env: { DATABASE_URL: postgres.url },
      stop: postgres.stop,
      start: postgres.start,
      resume,
      async pause() {
        const pool = new Pool({ connectionString: postgres.url })
        pool.on('error', () => undefined)
        const { rows } = await pool.query('SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL')
        await pool.end()
        const pids = rows.map(({ pid }: { readonly pid: number }) => pid)
        // The first process of PostgreSQL makes a process for each new connection.
        const first = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pids[0]}/status`, 'utf8'))?.[1])
        // The process of the connection above may have ended.
        paused = [first, ...pids].filter((pid) => signal(pid, 'SIGSTOP'))
      },
    }
  },
}

const REDIS: Kind = {
  name: 'a Redis',
  store: 'Redis',
  missing: NO_REDIS,
  async prepare() {
    const redis = await startRedis()
    return { ...redis, env: { REDIS_URL: redis.url } }
  },
}

/** By the client `redis` in place of `ioredis`. */
const NODE_REDIS: Kind = {
  name: 'a Redis by the client redis',
  store: 'Redis',
  missing: NO_REDIS,
  async prepare(folder) {
    const { env, ...engine } = await REDIS.prepare(folder)
    return { ...engine, env: { ...env, CLIENT: 'redis' } }
  },
}

const ALL: readonly Kind[] = [SQLITE, POSTGRES, REDIS, NODE_REDIS]

interface Settings {
  /** The time that each of the two processes works, in milliseconds. */
  readonly work: readonly [one: number, two: number]
  readonly lease: number
  /** Seconds. The machine of a test may be slow, so that it is short only where the engine hangs. */
  readonly storeTimeout?: number
}

async function prepare(kind: Kind, { work, lease, storeTimeout = 20 }: Settings) {
  const folder = mkdtempSync(join(tmpdir(), 'once-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const engine = await kind.prepare(folder)
  const file = join(folder, 'runs')
  const runs = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1)
  const startOne = async (time: number) => {
    const own = { RUNS: file, WORK_MS: String(time), LEASE: String(lease), STORE_TIMEOUT: String(storeTimeout) }
    const env = { ...engine.env, ...own }
    const program = startProgram(join(import.meta.dirname, 'once.ts'), { cwd: import.meta.dirname, env })
    const [, port] = await program.waitFor(/READY (\d+)/)
    const order = (key: string) =>
      fetch(`http://127.0.0.1:${port}/orders`, { method: 'POST', body: 'tea', headers: { 'idempotency-key': key } })
    return { program, order }
  }
  const [one, two] = await Promise.all(work.map(startOne))
  if (!one || !two) throw new Error('two processes are missing')
  return { engine, runs, one, two }
}

const without = ({ missing }: Kind) => (missing === undefined ? '' : ` (${missing})`)

// Each database decides in its own way who of many is the first.
for (const kind of sampled(ALL, ({ store }) => store)) {
  test.skipIf(kind.missing !== undefined)(
    `200 requests at once with one key in ${kind.name}, over two processes, run once${without(kind)}`,
    async () => {
      const { one, two, runs } = await prepare(kind, { work: [300, 300], lease: 30 })
      const orders = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : two).order('"one"'))
      const responses = await Promise.all(orders)
      const statuses = new Set(responses.map(({ status }) => status))
      expect([runs(), [...statuses].filter((status) => status !== 201 && status !== 409)]).toEqual([['"one"'], []])
      const ran = responses.filter(
        (response) => response.status === 201 && !response.headers.has('idempotent-replayed'),
      )
      expect(ran).toHaveLength(1)
      const said = await ran[0]?.text()
      expect([await (await one.order('"one"')).text(), await (await two.order('"one"')).text()]).toEqual([said, said])
      expect(runs()).toHaveLength(1)
    },
  )
}

for (const kind of sampled([POSTGRES, SQLITE, REDIS, NODE_REDIS], () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `if a process is killed while it runs a request, another runs it when the lease in ${kind.name} is over${without(kind)}`,
    async () => {
      const { one, two, runs } = await prepare(kind, { work: [60_000, 0], lease: 2 })
      const lost = one.order('"one"').catch(() => 'lost')
      await one.program.waitFor(/RUNS/)
      // Longer than a lease: the process renews it while it lives.
      await sleep(2_200)
      expect((await two.order('"one"')).status).toBe(409)
      one.program.stop('SIGKILL')
      expect(await lost).toBe('lost')
      await expect.poll(async () => (await two.order('"one"')).status, { interval: 200 }).toBe(201)
      expect((await two.order('"one"')).headers.get('idempotent-replayed')).toBe('true')
      expect(runs()).toEqual(['"one"', '"one"'])
    },
  )
}

for (const kind of sampled([REDIS, NODE_REDIS, POSTGRES], () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `while ${kind.name} hangs, requests with a key get a 503 and do not run, and what runs meanwhile runs once${without(kind)}`,
    async () => {
      const { engine, one, two, runs } = await prepare(kind, { work: [500, 500], lease: 1, storeTimeout: 1 })
      const running = one.order('"running"')
      await one.program.waitFor(/RUNS/)
      await engine.pause?.()
      // The response comes though the store does not answer, and nobody runs the request again.
      expect((await running).status).toBe(201)
      expect((await two.order('"running"')).status).toBe(503)
      expect((await two.order('"new"')).status).toBe(503)
      // Longer than the lease.
      await sleep(1_500)
      engine.resume?.()
      await expect
        .poll(async () => (await two.order('"running"')).headers.get('idempotent-replayed'), { interval: 200 })
        .toBe('true')
      await expect.poll(async () => (await two.order('"new"')).status, { interval: 200 }).toBe(201)
      expect(runs()).toEqual(['"running"', '"new"'])
    },
  )
}

for (const kind of sampled([NODE_REDIS, REDIS, POSTGRES], () => 'one')) {
  test.skipIf(kind.missing !== undefined)(
    `while ${kind.name} is down, requests with a key get a 503; they run when it is back${without(kind)}`,
    async () => {
      const { engine, one, runs } = await prepare(kind, { work: [0, 0], lease: 2, storeTimeout: 1 })
      expect((await one.order('"a"')).status).toBe(201)
      await engine.stop?.()
      expect([(await one.order('"a"')).status, (await one.order('"b"')).status]).toEqual([503, 503])
      await engine.start?.()
      await expect.poll(async () => (await one.order('"b"')).status, { interval: 200 }).toBe(201)
      expect(runs()).toEqual(['"a"', '"b"'])
    },
  )
}
