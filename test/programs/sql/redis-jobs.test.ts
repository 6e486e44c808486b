import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { handlerFor, type JobHandler, type JobRunnerOptions, job, jobRunner, jobs, sqlJobs } from '@app/jobs'
import { type RedisJobsOptions, redisJobs } from '@app/jobs/redis'
import { Redis } from 'ioredis'
import { test as always, expect, onTestFinished } from 'vitest'
import { testEngine } from '../../../packages/jobs/src/engine.test-kit.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'
import { openQueue } from './redis-queue.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`
const test = always.skipIf(NO_REDIS !== undefined)

function connect(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
  redis.on('error', () => undefined)
  onTestFinished(() => redis.disconnect())
  return redis
}

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = () => {
    const database = new DatabaseSync(join(folder, 'shop.db'), { timeout: 5_000 })
    onTestFinished(() => {
      if (database.isOpen) database.close()
    })
    return database
  }
  open().exec('PRAGMA journal_mode = WAL')
  return open
}

testEngine(
  `Redis${SKIPPED}`,
  async () => {
    const { url } = await startRedis()
    return () => redisJobs(connect(url))
  },
  { skip: NO_REDIS !== undefined },
)

testEngine(
  `Redis with an outbox${SKIPPED}`,
  async () => {
    const { url } = await startRedis()
    const open = openFile()
    return () => redisJobs(connect(url), { outbox: sqlJobs(open()) })
  },
  { skip: NO_REDIS !== undefined },
)

const bake = job<{ id: number }>({ name: 'bake', retries: 0 })

async function prepare(options: RedisJobsOptions = {}) {
  const redis = await startRedis()
  const client = connect(redis.url)
  const engine = redisJobs(client, { timeout: 0.3, ...options })
  const queue = jobs({ engine, secret: 'a secret of at least 32 characters' })
  const errors: unknown[] = []
  const runnerOf = (handlers: readonly JobHandler[], more: Partial<JobRunnerOptions> = {}) => {
    const runner = jobRunner(queue, { handlers, poll: 0.02, onError: (error) => errors.push(error), ...more })
    onTestFinished(() => runner[Symbol.asyncDispose]())
    return runner
  }
  return { redis, client, engine, queue, errors, runnerOf }
}

/** Jobs in a Redis, and an outbox in a SQLite on which transactions are open. */
async function withOutbox() {
  const open = openFile()
  const own = open()
  const rows = open()
  return { own, rows, ...(await prepare({ outbox: sqlJobs(rows) })) }
}

test(`a job that is added in a transaction runs if and only if that is committed${SKIPPED}`, async () => {
  const { own, queue, runnerOf } = await withOutbox()
  const seen: unknown[] = []
  const seal = job<{ card: string }>({ name: 'seal', sealed: true })
  const runner = runnerOf([
    handlerFor(bake, ({ id }, run) => void seen.push([id, run.id])),
    handlerFor(seal, ({ card }, run) => void seen.push([card, run.id])),
  ])
  await queue.start()
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own })
  own.exec('ROLLBACK')
  own.exec('BEGIN IMMEDIATE')
  const ids = [await queue.add(bake, { id: 2 }, { in: own }), await queue.add(seal, { card: '4111' }, { in: own })]
  expect(await runner.drain()).toEqual([])
  own.exec('COMMIT')
  expect(await queue.counts()).toEqual([{ name: '@app/jobs/outbox', state: 'waiting', count: 2 }])
  expect(await queue.list()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  await runner.drain()
  expect(seen.toSorted()).toEqual([
    [2, ids[0]],
    ['4111', ids[1]],
  ])
  expect(await queue.counts()).toEqual([])
})

test(`the queue of the guide has its jobs in the Redis, and those of transactions in the database first${SKIPPED}`, async () => {
  const { url } = await startRedis()
  const open = openFile()
  const own = open()
  const { queue, redis } = openQueue(url, open())
  onTestFinished(() => redis.disconnect())
  await queue.add(bake, { id: 1 })
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 2 }, { in: own })
  own.exec('COMMIT')
  const seen: number[] = []
  await using runner = jobRunner(queue, { handlers: [handlerFor(bake, ({ id }) => void seen.push(id))] })
  expect(await runner.drain()).toHaveLength(2)
  expect(seen).toEqual([1, 2])
  expect(own.prepare('SELECT id FROM app_jobs').all()).toEqual([])
})

test(`a job that is added in a transaction is due after its delay, and may be removed before${SKIPPED}`, async () => {
  const { own, queue, runnerOf } = await withOutbox()
  const runner = runnerOf([handlerFor(bake, () => undefined)])
  await queue.start()
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own, delay: 0.3 })
  const id = (await queue.add(bake, { id: 2 }, { in: own, delay: 0.3 })) as string
  own.exec('COMMIT')
  expect(await runner.drain()).toEqual([])
  expect(await queue.remove({ id })).toBe(1)
  await sleep(350)
  expect(await runner.drain()).toMatchObject([{ name: 'bake', state: 'done' }])
})

test(`a job that is moved again, since the first reply was lost, is there once, and goes on running${SKIPPED}`, async () => {
  const { engine, queue } = await prepare()
  const id = crypto.randomUUID()
  const moved = { id, name: 'bake', data: '{"id":1}', key: undefined, delay: 0, carrier: undefined }
  expect([await engine.add(moved, undefined), await engine.add(moved, undefined)]).toEqual([true, true])
  expect(await engine.take(['bake'], 30)).toMatchObject({ id, attempt: 1 })
  expect(await engine.add(moved, undefined)).toBe(true)
  expect(await engine.take(['bake'], 30)).toBe(undefined)
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'running', count: 1 }])
})

test(`a job that is moved while jobs are counted, listed or removed is not missed${SKIPPED}`, async () => {
  const { url } = await startRedis()
  const client = connect(url)
  const open = openFile()
  const own = open()
  const mover = redisJobs(client, { outbox: sqlJobs(open()) })
  let moves = false
  const call = async (command: string, ...values: (string | number)[]) => {
    const reply = await client.call(command, ...values)
    if (moves) await mover.take(['none'], 30)
    return reply
  }
  const queue = jobs({ engine: redisJobs({ call }, { outbox: sqlJobs(open()) }) })
  await queue.start()
  const whileOneIsMoved = async <T>(look: (id: string) => Promise<T>): Promise<T> => {
    await client.flushall()
    own.exec('BEGIN IMMEDIATE')
    const id = (await queue.add(bake, { id: 1 }, { in: own })) as string
    own.exec('COMMIT')
    moves = true
    const seen = await look(id)
    moves = false
    return seen
  }
  const outbox = '@app/jobs/outbox'
  expect(await whileOneIsMoved(() => queue.counts())).toEqual([{ name: outbox, state: 'waiting', count: 1 }])
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1 }])
  expect(await whileOneIsMoved(() => queue.list())).toMatchObject([{ name: outbox, state: 'waiting' }])
  expect(await whileOneIsMoved((id) => queue.remove({ id }))).toBe(1)
  expect(await queue.counts()).toEqual([])
})

test(`of jobs with one key that are added in transactions, the first that is moved is kept${SKIPPED}`, async () => {
  const { own, queue, runnerOf } = await withOutbox()
  const seen: number[] = []
  await queue.add(bake, { id: 1 }, { key: 'a' })
  own.exec('BEGIN IMMEDIATE')
  for (const [id, key] of [
    [2, 'a'],
    [3, 'b'],
    [4, 'b'],
  ] as const) {
    expect(await queue.add(bake, { id }, { in: own, key })).toBeTypeOf('string')
  }
  own.exec('COMMIT')
  await runnerOf([handlerFor(bake, ({ id }) => void seen.push(id))]).drain()
  expect(seen).toEqual([1, 3])
})

test(`a runner finds jobs in the outbox soon, also while it is busy${SKIPPED}`, async () => {
  const { own, queue, runnerOf } = await withOutbox()
  const other = job({ name: 'other' })
  let isOver = false
  let sought = 0
  const runner = runnerOf(
    [
      handlerFor(other, async () => {
        sought++
        if (!isOver) await queue.add(other)
      }),
      handlerFor(bake, () => {
        isOver = true
      }),
    ],
    { concurrency: 1, poll: 60 },
  )
  await runner.start()
  await queue.add(other)
  await expect.poll(() => sought).toBeGreaterThan(3)
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 1 }, { in: own })
  own.exec('COMMIT')
  await expect.poll(() => isOver).toBe(true)
})

test(`while the Redis is away, jobs can be added in transactions, and run when it is back${SKIPPED}`, async () => {
  const { own, queue, runnerOf, redis, errors } = await withOutbox()
  const seen: number[] = []
  const runner = runnerOf([handlerFor(bake, ({ id }) => void seen.push(id))])
  await runner.start()
  await redis.stop()
  await expect(queue.add(bake, { id: 1 })).rejects.toThrow()
  own.exec('BEGIN IMMEDIATE')
  await queue.add(bake, { id: 2 }, { in: own })
  own.exec('COMMIT')
  await sleep(1_200)
  await redis.start()
  await expect.poll(() => seen).toEqual([2])
  expect(errors).toHaveLength(1)
})

test(`while the database of the outbox is away, jobs in the Redis run, and the runner reports it${SKIPPED}`, async () => {
  const { rows, queue, runnerOf, errors } = await withOutbox()
  const seen: number[] = []
  await queue.start()
  rows.close()
  await runnerOf([handlerFor(bake, ({ id }) => void seen.push(id))]).start()
  await queue.add(bake, { id: 1 })
  await expect.poll(() => seen).toEqual([1])
  await expect.poll(() => errors[0]).toMatchObject({ message: 'database is not open' })
})

test(`adding to a Redis that hangs is an error in time; a job that it took meanwhile keeps its attempt${SKIPPED}`, async () => {
  const { queue, runnerOf, redis, errors } = await prepare()
  const attempts: unknown[] = []
  const runner = runnerOf([handlerFor(bake, ({ id }, { attempt }) => void attempts.push([id, attempt]))])
  await queue.add(bake, { id: 1 }, { delay: 0.5 })
  await runner.start()
  redis.pause()
  await expect(queue.add(bake, { id: 2 })).rejects.toThrow('The Redis of jobs took longer than 0.3 s.')
  await sleep(2_000)
  expect(attempts).toEqual([])
  redis.resume()
  // What was given up may be kept when the Redis goes on. A job without retries, taken by nobody, has not failed.
  await expect
    .poll(() => attempts.toSorted())
    .toEqual([
      [1, 1],
      [2, 1],
    ])
  expect(await queue.counts()).toEqual([])
  expect(errors).toMatchObject([{ message: 'The Redis of jobs took longer than 0.3 s.' }])
})

test(`a Redis that is emptied loses its jobs: those that run are aborted, and schedules go on${SKIPPED}`, async () => {
  const { queue, client, engine, runnerOf } = await prepare()
  const tick = job({ name: 'tick' })
  const outcomes: unknown[] = []
  let ticks = 0
  const runner = runnerOf(
    [
      handlerFor(bake, async (_data, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        outcomes.push((signal.reason as Error).message)
      }),
      handlerFor(tick, () => void ticks++),
    ],
    { lease: 0.6, grace: 0.1, concurrency: 2, schedule: { tick: '* * * * * *' } },
  )
  await runner.start()
  await queue.add(bake, { id: 1 })
  await queue.add(bake, { id: 2 }, { delay: 0.5 })
  await expect.poll(async () => (await queue.counts()).map(({ state }) => state)).toContain('running')
  await client.flushall()
  await expect.poll(() => outcomes).toEqual(['Another process has taken the job, since its lease was over.'])
  const before = ticks
  await expect.poll(() => ticks).toBeGreaterThan(before + 1)
  // A process that starts now adds a job for the ticks that it has missed.
  expect(await engine.lastTick('tick', 0)).toBeGreaterThan(0)
  expect(await queue.list({ name: 'bake' })).toEqual([])
  await queue.add(bake, { id: 3 })
  await expect.poll(async () => (await queue.list({ name: 'bake' })).map(({ state }) => state)).toEqual(['running'])
})

test(`more jobs than one step changes are swept, retried and removed${SKIPPED}`, async () => {
  const { queue, engine } = await prepare({ timeout: 5 })
  await Promise.all(Array.from({ length: 1_100 }, (_, id) => queue.add(bake, { id })))
  for (let taken = await engine.take(['bake'], 30); taken; taken = await engine.take(['bake'], 30)) {
    await engine.end(taken, { state: 'failed', error: 'no' })
  }
  expect(await queue.list({ state: 'failed', limit: 2 })).toHaveLength(2)
  expect(await queue.retry()).toBe(1_100)
  expect(await queue.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1_100 }])
  expect(await queue.remove({ name: 'bake', state: 'waiting' })).toBe(1_100)
  expect(await queue.counts()).toEqual([])
})

test(`nothing is left in the Redis of jobs that are done, and two prefixes have nothing in common${SKIPPED}`, async () => {
  const { client, queue, runnerOf } = await prepare({ prefix: 'shop' })
  const other = jobs({ engine: redisJobs(client, { prefix: 'other' }) })
  await other.add(bake, { id: 2 })
  await queue.add(bake, { id: 1 })
  expect(await runnerOf([handlerFor(bake, () => undefined)]).drain()).toHaveLength(1)
  expect(await client.keys('shop*')).toEqual(['shop:names'])
  expect(await other.counts()).toEqual([{ name: 'bake', state: 'waiting', count: 1 }])
})

test(`a Redis that would delete jobs when its memory is full is refused${SKIPPED}`, async () => {
  const { client, queue } = await prepare()
  await client.config('SET', 'maxmemory', '100mb')
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await expect(queue.start()).rejects.toThrow('its "maxmemory-policy" is "allkeys-lru". Set it to "noeviction"')
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  await queue.start()
})

test(`a Redis whose memory is full takes no jobs, and those that it has are run, tried again and ended${SKIPPED}`, async () => {
  const { client, queue, runnerOf } = await prepare()
  const twice = job({ name: 'twice', retries: 1, backoff: 0 })
  await queue.add(bake, { id: 1 })
  await queue.add(bake, { id: 2 }, { key: 'a' })
  await queue.add(twice)
  await client.config('SET', 'maxmemory', '1')
  await expect(queue.add(bake, { id: 3 })).rejects.toThrow('OOM')
  await expect(queue.add(bake, { id: 3 }, { key: 'b' })).rejects.toThrow('OOM')
  const fail = handlerFor(twice, () => {
    throw new Error('no')
  })
  const runner = runnerOf([handlerFor(bake, () => undefined), fail])
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['done', 'done', 'waiting', 'failed'])
  expect(await queue.retry()).toBe(1)
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['waiting', 'failed'])
  expect(await queue.remove({ name: 'twice' })).toBe(1)
  await client.config('SET', 'maxmemory', '0')
  expect(await queue.add(bake, { id: 3 }, { key: 'b' })).toBeTypeOf('string')
})

test(`without an outbox, a job for a transaction is an error${SKIPPED}`, async () => {
  const { queue } = await prepare()
  const added = queue.add(bake, { id: 1 }, { in: new DatabaseSync(':memory:') })
  await expect(added).rejects.toThrow('pass an outbox in the same database, redisJobs(redis, { outbox: sqlJobs(')
})
