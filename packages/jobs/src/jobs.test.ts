import { AsyncLocalStorage } from 'node:async_hooks'
import { channel, tracingChannel } from 'node:diagnostics_channel'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import {
  handlerFor,
  type JobAddedMessage,
  type JobAddMessage,
  type JobHandler,
  type JobRunMessage,
  type JobRunnerOptions,
  type JobsOptions,
  job,
  jobRunner,
  jobs,
  memoryJobs,
  sqlJobs,
  UnrecoverableError,
} from './index.ts'

const secret = 'a secret of at least 32 characters'
const Invoice = z.object({ id: z.int(), sent: z.coerce.date<string>().optional() })
const sendInvoice = job({ name: 'invoice.send', schema: Invoice, retries: 1, backoff: 0 })

/** A queue in a database of its own, and a runner that a test drains. */
function build(
  handlers: readonly JobHandler[],
  { queue: more = {}, ...options }: Partial<JobRunnerOptions> & { queue?: Partial<JobsOptions> } = {},
) {
  const database = new DatabaseSync(':memory:')
  const queue = jobs({ engine: sqlJobs(database), ...more })
  const errors: unknown[] = []
  const runner = jobRunner(queue, { handlers, poll: 0.02, onError: (error) => errors.push(error), ...options })
  onTestFinished(() => runner[Symbol.asyncDispose]())
  return { database, queue, runner, errors }
}

test('the schema types what is added and what is run', () => {
  const queue = jobs({ engine: memoryJobs() })
  expectTypeOf(queue.add<{ id: number; sent?: string | undefined }>).toBeFunction()
  handlerFor(sendInvoice, ({ id, sent }) => {
    expectTypeOf(id).toEqualTypeOf<number>()
    expectTypeOf(sent).toEqualTypeOf<Date | undefined>()
  })
  const sweep = job({ name: 'sweep' })
  const sum = job<{ a: number; b: number }>({ name: 'sum' })
  const wrong = () => {
    // @ts-expect-error: the id is a number
    void queue.add(sendInvoice, { id: '7' })
    // @ts-expect-error: the data are missing
    void queue.add(sendInvoice)
    // @ts-expect-error: there are no data
    void queue.add(sweep, { id: 7 })
    void queue.add(sweep)
    // @ts-expect-error: a job of two numbers
    void queue.add(sum, { a: 1 })
  }
  expect(wrong).toBeTypeOf('function')
})

test('data are validated when a job is added, and again before it runs', async () => {
  const seen: unknown[] = []
  const { queue, runner, database } = build([handlerFor(sendInvoice, (data) => void seen.push(data))])
  await expect(queue.add(sendInvoice, { id: 'x' } as never)).rejects.toThrow(
    /The data of the job "invoice.send": "id": .*expected number/,
  )
  expect(await queue.counts()).toEqual([])
  await queue.add(sendInvoice, { id: 7, sent: '2026-11-28T00:00:00Z' })
  await runner.drain()
  expect(seen).toEqual([{ id: 7, sent: new Date('2026-11-28T00:00:00Z') }])
  // As an older version of the program has added it.
  await queue.add(sendInvoice, { id: 8 })
  database.exec(`UPDATE app_jobs SET data = '{"number":8}'`)
  expect(await runner.drain()).toMatchObject([{ state: 'failed', attempt: 1 }])
  expect(seen).toHaveLength(1)
})

test('what is validated is what JSON says, so that data which JSON changes are refused when they are added', async () => {
  const { queue } = build([])
  const plain = job<unknown>({ name: 'plain' })
  const add = (data: unknown) => queue.add(plain, data)
  await expect(add({ at: new Date() })).rejects.toThrow('at would change: got an instance of Date. Write a string.')
  await expect(add({ sums: [1, Number.NaN] })).rejects.toThrow('sums[1] would change: got NaN.')
  await expect(add({ big: 1n })).rejects.toThrow('big would change: got a bigint.')
  await expect(add(() => 1)).rejects.toThrow('they would change: got a function.')
  const ring: { self?: unknown } = {}
  ring.self = ring
  await expect(add(ring)).rejects.toThrow('self contains itself.')
  await expect(add({ text: 'tea', none: undefined, list: [null, true, { a: 1 }] })).resolves.toBeTypeOf('string')
})

test('data larger than the limit are refused, with their size', async () => {
  const { queue } = build([], { queue: { dataLimit: 20 } })
  const text = job<string>({ name: 'text' })
  await queue.add(text, 'ü'.repeat(9))
  await expect(queue.add(text, 'ü'.repeat(10))).rejects.toThrow(
    'they have 22 bytes, and the option "dataLimit" allows 20.',
  )
})

test('a poisoned payload is a failed job at once, and the next job runs', async () => {
  const seen: unknown[] = []
  const { queue, runner, database } = build([handlerFor(sendInvoice, ({ id }) => void seen.push(id))])
  await queue.add(sendInvoice, { id: 1 })
  database.exec(`UPDATE app_jobs SET data = '{"id": 1'`)
  await sleep(5)
  await queue.add(sendInvoice, { id: 2 })
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['failed', 'done'])
  expect(seen).toEqual([2])
  expect((await queue.list())[0]?.error).toContain('The data of the job "invoice.send": they are not JSON.')
})

const charge = job<{ card: string }>({ name: 'charge', sealed: true, retries: 0 })

test('the data of a sealed job are not to be read in the database, nor those of its errors', async () => {
  const seen: unknown[] = []
  const { queue, runner, database } = build(
    [
      handlerFor(charge, ({ card }) => {
        seen.push(card)
        throw new RangeError(`no money on ${card}`)
      }),
    ],
    { queue: { secret } },
  )
  await queue.add(charge, { card: '4111' })
  const rows = () => JSON.stringify(database.prepare('SELECT * FROM app_jobs').all())
  expect(rows()).not.toContain('4111')
  await runner.drain()
  expect(seen).toEqual(['4111'])
  expect(rows()).not.toContain('4111')
  expect((await queue.list())[0]?.error).toBe('RangeError (the job is sealed: see the log)')
})

test('sealed data cannot be changed, nor put into another job, and an older secret still opens them', async () => {
  const seen: unknown[] = []
  const handlers = [handlerFor(charge, ({ card }) => void seen.push(card))]
  const { queue, runner, database } = build(handlers, { queue: { secret: 'the older secret, which is just as long' } })
  await queue.add(charge, { card: '1' })
  const newer = jobs({
    engine: sqlJobs(database),
    secret: [secret, 'the older secret, which is just as long'],
  })
  await newer.add(charge, { card: '2' })
  const both = jobRunner(newer, { handlers, onError: () => undefined })
  onTestFinished(() => both[Symbol.asyncDispose]())
  expect((await both.drain()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(seen.toSorted()).toEqual(['1', '2'])
  const one = await queue.add(charge, { card: '3' })
  const two = await queue.add(charge, { card: '4' })
  database.prepare('UPDATE app_jobs SET data = (SELECT data FROM app_jobs WHERE id = ?) WHERE id = ?').run(one!, two!)
  const outcomes = await runner.drain()
  expect(outcomes.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  expect(seen).toContain('3')
  expect(seen).not.toContain('4')
})

test('of an error of a sealed job the class is kept, and not its property name, which may hold data', async () => {
  class CardError extends Error {}
  const { queue, runner } = build(
    [
      handlerFor(charge, ({ card }) => {
        throw Object.assign(new CardError('no'), { name: `No money on ${card}`, constructor: { name: card } })
      }),
    ],
    { queue: { secret } },
  )
  await queue.add(charge, { card: '4111' })
  await runner.drain()
  expect((await queue.list())[0]?.error).toBe('CardError (the job is sealed: see the log)')
})

test.each<[string, unknown, string]>([
  ['undefined', undefined, 'The handler of the job "odd" has rejected with undefined. Throw an Error.'],
  ['null', null, 'The handler of the job "odd" has rejected with null. Throw an Error.'],
  ['a string', 'no tea', 'no tea'],
  ['an object without a prototype', Object.create(null), 'a map'],
  ['an error whose stack is no string', Object.assign(new Error('x'), { stack: 5 }), '5'],
])('a handler that rejects with %s fails as others do, and the next job runs', async (_what, thrown, text) => {
  const odd = job<{ isOdd: boolean }>({ name: 'odd', retries: 1, backoff: 0 })
  const { queue, runner, errors } = build([
    handlerFor(odd, ({ isOdd }) => (isOdd ? Promise.reject(thrown) : undefined)),
  ])
  await queue.add(odd, { isOdd: true })
  const states = (await runner.drain()).map(({ state }) => state)
  expect([states, errors.length]).toEqual([['waiting', 'failed'], 2])
  expect((await queue.list())[0]?.error).toContain(text)
  await queue.add(odd, { isOdd: false })
  expect(await runner.drain()).toMatchObject([{ state: 'done' }])
})

test('with `inline`, a handler that rejects without a reason makes add reject', async () => {
  const odd = job({ name: 'odd', retries: 0 })
  const { queue } = build([handlerFor(odd, () => Promise.reject())], { inline: true })
  await expect(queue.add(odd)).rejects.toThrow('has rejected with undefined. Throw an Error.')
})

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('no disk for the log')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no disk for the log'))],
])('an onError that %s is printed, and the runner goes on', async (_how, onError) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const fail = job({ name: 'fail', retries: 1, backoff: 0 })
  const { queue, runner } = build([handlerFor(fail, () => Promise.reject(new Error('no')))], { onError })
  await queue.add(fail)
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['waiting', 'failed'])
  await expect.poll(() => printed.mock.calls.length).toBe(2)
  expect(JSON.parse(printed.mock.calls[0]?.[0])).toMatchObject({
    level: 'error',
    err: { message: 'no disk for the log' },
  })
})

test('without onError, errors of handlers and of the engine are lines of JSON, as those of the access log', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const fail = job({ name: 'fail', retries: 0 })
  const engine = memoryJobs()
  const { queue, runner } = build([handlerFor(fail, () => Promise.reject(new Error('no\nINFO all is well')))], {
    onError: undefined,
    queue: { engine },
  })
  const id = await queue.add(fail)
  await runner.drain()
  engine.take = () => Promise.reject(new Error('The database is away.'))
  await runner.start()
  await expect.poll(() => printed.mock.calls.length).toBe(2)
  expect(printed.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { level: 'error', message: 'A job failed', job: 'fail', jobId: id, err: { message: 'no\nINFO all is well' } },
    { level: 'error', message: 'The runner of jobs met an error', err: { message: 'The database is away.' } },
  ])
})

test('a handler that fails with the JobDataError of a job that it adds is tried again', async () => {
  const { queue, runner } = build([
    handlerFor(job({ name: 'adds', retries: 1, backoff: 0 }), () => queue.add(sendInvoice, { id: 'x' } as never)),
  ])
  await queue.add(job({ name: 'adds' }))
  const outcomes = await runner.drain()
  expect(outcomes.map(({ state }) => state)).toEqual(['waiting', 'failed'])
  expect(outcomes[0]?.error).toMatchObject({ code: 'APP_JOBS_DATA' })
})

test('an UnrecoverableError of another copy of the package is one too, and neither its cause nor a thrown string is', async () => {
  // The query makes Node load the module again.
  const other = (await import('./unrecoverable-error.ts?copy' as string)) as typeof import('./unrecoverable-error.ts')
  expect(other.UnrecoverableError).not.toBe(UnrecoverableError)
  class Gone extends other.UnrecoverableError {}
  const states = []
  for (const thrown of [
    new Gone('gone'),
    new Error('wrapped', { cause: new UnrecoverableError('gone') }),
    'UnrecoverableError',
  ]) {
    const { queue, runner } = build([
      handlerFor(sendInvoice, () => {
        throw thrown
      }),
    ])
    await queue.add(sendInvoice, { id: 1 })
    states.push((await runner.drain()).map(({ state }) => state))
  }
  expect(states).toEqual([['failed'], ['waiting', 'failed'], ['waiting', 'failed']])
})

test('a sealed job without a secret is an error outside of development and tests', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('VITEST', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { queue } = build([])
  await expect(queue.add(charge, { card: '1' })).rejects.toMatchObject({ code: 'APP_JOBS_SECRET' })
  expect(() => build([], { queue: { secret: 'short' } })).toThrow('a secret of at least 32 characters')
})

test('retries wait twice as long each time, less a random part, and an hour at most', async () => {
  const { queue, runner, database } = build([
    handlerFor(job({ name: 'fail', retries: 20, backoff: 100 }), () => {
      throw new Error('no')
    }),
  ])
  await queue.add(job({ name: 'fail' }))
  const delays: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    database.exec(`UPDATE app_jobs SET due = 0`)
    const now = Date.now()
    await runner.drain()
    const [row] = await queue.list()
    delays.push(((row?.due?.getTime() ?? 0) - now) / 1_000)
  }
  for (const [index, full] of [100, 200, 400, 800, 1_600, 3_200, 3_600, 3_600].entries()) {
    expect(delays[index]).toBeGreaterThan(full / 2 - 1)
    expect(delays[index]).toBeLessThan(full + 1)
  }
})

test('a job says itself how long its retries wait', async () => {
  const failures: number[] = []
  const fail = job({
    name: 'fail',
    retries: 2,
    backoff: (count) => {
      failures.push(count)
      return 0
    },
  })
  const { queue, runner } = build([
    handlerFor(fail, () => {
      throw new Error('no')
    }),
  ])
  await queue.add(fail)
  expect(await runner.drain()).toHaveLength(3)
  expect(failures).toEqual([1, 2])
})

test.each([
  ['Infinity', () => Number.POSITIVE_INFINITY, 2_592_000],
  ['1e20', () => 1e20, 2_592_000],
  ['-5', () => -5, 0],
  ['thirty days', () => 2_592_000, 2_592_000],
])('a retry after %s waits thirty days at most, and has a date', async (_what, backoff, seconds) => {
  const fail = job({ name: 'fail', retries: 1, backoff })
  const { queue, runner, errors } = build([handlerFor(fail, () => Promise.reject(new Error('no')))])
  await queue.add(fail)
  const now = Date.now()
  await Promise.race([runner.drain(), sleep(1_000)])
  const [kept] = await queue.list()
  if (seconds > 0) expect(Math.abs(Number(kept?.due) - now - seconds * 1_000)).toBeLessThan(5_000)
  else expect([kept?.state, errors.length]).toEqual(['failed', 2])
})

test.each<[string, () => unknown, string]>([
  ['NaN', () => Number.NaN, 'The "backoff" of the job "fail" must return a number of seconds, got NaN.'],
  ['nothing', () => undefined, 'The "backoff" of the job "fail" must return a number of seconds, got undefined.'],
  [
    'an error',
    () => {
      throw new Error('no delay')
    },
    'no delay',
  ],
])(
  'a backoff that gives %s is reported, and the retry waits as if there were none',
  async (_what, backoff, message) => {
    const fail = job({ name: 'fail', retries: 1, backoff: backoff as () => number })
    const { queue, runner, errors } = build([handlerFor(fail, () => Promise.reject(new Error('no')))])
    await queue.add(fail)
    const now = Date.now()
    expect((await runner.drain()).map(({ state }) => state)).toEqual(['waiting'])
    expect(errors.map(String)).toEqual([expect.stringContaining(message), 'Error: no'])
    const delay = Number((await queue.list())[0]?.due) - now
    expect(delay).toBeGreaterThan(4_900)
    expect(delay).toBeLessThan(11_000)
  },
)

test('a job that takes too long has its signal aborted, and is tried again after it has ended', async () => {
  const slow = job({ name: 'slow', retries: 1, backoff: 0, timeout: 0.05 })
  let running = 0
  let most = 0
  const { queue, runner, errors } = build([
    handlerFor(slow, async (_data, { signal, attempt }) => {
      running++
      most = Math.max(most, running)
      if (attempt === 1) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await sleep(50)
      }
      running--
      signal.throwIfAborted()
    }),
  ])
  await queue.add(slow)
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['waiting', 'done'])
  expect(most).toBe(1)
  expect(errors).toEqual([new Error('The job took longer than its 0.05 s.')])
})

test('a handler that heeds no signal is given up a lease after its time', async () => {
  const stuck = job({ name: 'stuck', retries: 0, timeout: 0.05 })
  const { queue, runner } = build([handlerFor(stuck, () => new Promise(() => undefined))], { lease: 0.3 })
  await queue.add(stuck)
  expect((await runner.drain()).map(({ error }) => (error as Error).message)).toEqual([
    'The job took longer than its 0.05 s, and went on 0.3 s after its signal was aborted.',
  ])
  expect(await queue.counts()).toEqual([{ name: 'stuck', state: 'failed', count: 1 }])
})

test('a process runs no more jobs at once than it may, in all and of one name', async () => {
  const now = { wide: 0, narrow: 0 }
  const most = { wide: 0, narrow: 0, all: 0 }
  const wide = job({ name: 'wide' })
  const narrow = job({ name: 'narrow', concurrency: 1 })
  const handlers = [wide, narrow].map((each) =>
    handlerFor(each, async (_data, { name }) => {
      const kind = name as 'wide' | 'narrow'
      now[kind]++
      most[kind] = Math.max(most[kind], now[kind])
      most.all = Math.max(most.all, now.wide + now.narrow)
      await sleep(20)
      now[kind]--
    }),
  )
  const { queue, runner } = build(handlers, { concurrency: 3 })
  for (let i = 0; i < 6; i++) for (const each of [wide, narrow]) await queue.add(each)
  await runner.start()
  await expect.poll(() => queue.counts()).toEqual([])
  expect(most).toEqual({ wide: expect.any(Number), narrow: 1, all: 3 })
})

test('a job that this process adds begins at once, also one in a transaction soon after the commit', async () => {
  const seen: number[] = []
  const { queue, runner, database } = build([handlerFor(sendInvoice, ({ id }) => void seen.push(id))], { poll: 3_600 })
  await runner.start()
  await sleep(50)
  await queue.add(sendInvoice, { id: 1 })
  await expect.poll(() => seen).toEqual([1])
  database.exec('BEGIN')
  await queue.add(sendInvoice, { id: 2 }, { in: database })
  database.exec('COMMIT')
  await expect.poll(() => seen).toEqual([1, 2])
})

test('with `inline`, adding a job runs it, and is an error if the handler fails', async () => {
  const seen: number[] = []
  const { queue, runner } = build(
    [
      handlerFor(sendInvoice, ({ id }) => {
        if (id === 0) throw new Error('no invoice')
        seen.push(id)
      }),
    ],
    { inline: true },
  )
  await runner.start()
  await queue.add(sendInvoice, { id: 1 })
  expect(seen).toEqual([1])
  await expect(queue.add(sendInvoice, { id: 0 })).rejects.toThrow('no invoice')
  await expect(runner.check()).resolves.toBe(undefined)
})

test('a handler may add further jobs, which a drain runs too', async () => {
  const seen: number[] = []
  const { queue, runner } = build([
    handlerFor(sendInvoice, async ({ id }) => {
      seen.push(id)
      if (id < 3) await queue.add(sendInvoice, { id: id + 1 })
    }),
  ])
  await queue.add(sendInvoice, { id: 1 })
  await runner.drain()
  expect(seen).toEqual([1, 2, 3])
})

test('the health check is red before the start, while the engine is away, and after the stop', async () => {
  const { runner, database, errors } = build([handlerFor(sendInvoice, () => undefined)])
  await expect(runner.check()).rejects.toThrow('The runner of jobs does not run.')
  await runner.start()
  await runner.check()
  database.exec('DROP TABLE app_jobs')
  await expect.poll(() => errors.length).toBe(1)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000)
  onTestFinished(() => clock.mockRestore())
  await expect(runner.check()).rejects.toMatchObject({
    message: expect.stringMatching(/^No jobs could be asked for in \d+ s\.$/),
    cause: expect.objectContaining({ message: expect.stringContaining('no such table') }),
  })
  clock.mockRestore()
  await runner[Symbol.asyncDispose]()
  await expect(runner.check()).rejects.toThrow('The runner of jobs does not run.')
  expect(errors).toHaveLength(1)
})

/** Subscribes to the channels of jobs until the test ends. Returns the messages of attempts that are over. */
function listen({ add, added, start }: Partial<Record<'add' | 'added' | 'start', (message: never) => void>>) {
  const runs = tracingChannel<string, JobRunMessage>('@app/jobs:run')
  const over: JobRunMessage[] = []
  const hear = { ...(start && { start }), asyncEnd: (message: JobRunMessage) => void over.push(message) }
  runs.subscribe(hear as never)
  onTestFinished(() => runs.unsubscribe(hear as never))
  for (const [name, listener] of Object.entries({ add, added })) {
    if (listener === undefined) continue
    channel(`@app/jobs:${name}`).subscribe(listener as never)
    onTestFinished(() => void channel(`@app/jobs:${name}`).unsubscribe(listener as never))
  }
  return over
}

test('subscribers of the channels see each job and attempt, and what they attach to a job comes with its runs', async () => {
  const messages = listen({
    add: ({ carrier }: JobAddMessage) => {
      carrier.traceparent = '00-1-2-03'
    },
  })
  const error = new Error('no')
  const { queue, runner } = build([
    handlerFor(sendInvoice, (_data, { attempt }) => {
      if (attempt === 1) throw error
    }),
  ])
  const id = await queue.add(sendInvoice, { id: 1 })
  await runner.drain()
  const common = { id, name: 'invoice.send', sealed: false, carrier: { traceparent: '00-1-2-03' } }
  const duration = expect.any(Number)
  expect(messages).toEqual([
    { ...common, duration, attempt: 1, state: 'waiting', error },
    expect.objectContaining({ ...common, duration, attempt: 2, state: 'done' }),
  ])
})

test('subscribers see attempts that never reach the handler, and not the carrier of a row that was damaged', async () => {
  const messages = listen({ add: ({ carrier }: JobAddMessage) => void Object.assign(carrier, { a: 'b' }) })
  const { queue, runner, database } = build([handlerFor(sendInvoice, () => undefined)])
  for (const id of [1, 2]) await queue.add(sendInvoice, { id })
  database.exec(`UPDATE app_jobs SET data = '{"id":', carrier = 'null' WHERE data = '{"id":1}'`)
  database.exec(`UPDATE app_jobs SET carrier = '{' WHERE data = '{"id":2}'`)
  await runner.drain()
  expect(messages.map(({ state, carrier, error }) => [state, carrier, (error as Error | undefined)?.name])).toEqual([
    ['failed', {}, 'JobDataError'],
    ['done', {}, undefined],
  ])
})

test('subscribers see a job that was added, and not one that its key has kept from being added', async () => {
  const seen: JobAddedMessage[] = []
  listen({ added: (message: JobAddedMessage) => void seen.push(message) })
  const { queue } = build([])
  const id = await queue.add(sendInvoice, { id: 1 }, { key: 'a' })
  await queue.add(sendInvoice, { id: 1 }, { key: 'a' })
  await expect(queue.add(sendInvoice, { id: 'x' } as never)).rejects.toThrow()
  expect(seen).toEqual([{ id, name: 'invoice.send' }])
})

test('a subscriber may run something around the handler of an attempt, and its error is one of the attempt', async () => {
  const current = new AsyncLocalStorage<string>()
  listen({
    start: (message: JobRunMessage) => {
      if (message.attempt === 1) message.around = (run) => current.run(`in ${message.name}`, run)
      else message.around = () => Promise.reject(new Error('no span'))
    },
  })
  const seen: unknown[] = []
  const { queue, runner, errors } = build([
    handlerFor(sendInvoice, async () => {
      await sleep(1)
      seen.push(current.getStore())
      throw new Error('again')
    }),
  ])
  await queue.add(sendInvoice, { id: 1 })
  expect((await runner.drain()).map(({ state }) => state)).toEqual(['waiting', 'failed'])
  expect([seen, errors.map(String)]).toEqual([['in invoice.send'], ['Error: again', 'Error: no span']])
})

test('a runner does not start with a schedule whose job cannot be sealed', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('VITEST', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const nightly = job({ name: 'nightly', sealed: true })
  const { runner } = build([handlerFor(nightly, () => undefined)], { schedule: { nightly: '0 7 * * *' } })
  await expect(runner.start()).rejects.toMatchObject({ code: 'APP_JOBS_SECRET' })
})

test('a schedule whose job cannot be added is reported once, and other schedules and jobs run', async () => {
  const seen: string[] = []
  const [bad, good] = [job({ name: 'bad' }), job({ name: 'good' })]
  const engine = memoryJobs()
  let tries = 0
  let isFull = true
  const queue = jobs({
    engine: {
      ...engine,
      add: (added, connection) => {
        if (added.name !== 'bad' || !isFull) return engine.add(added, connection)
        tries++
        return Promise.reject(new Error('no space'))
      },
    },
  })
  const errors: unknown[] = []
  await using runner = jobRunner(queue, {
    handlers: [
      ...[bad, good].map((each) => handlerFor(each, () => void seen.push(each.name))),
      handlerFor(sendInvoice, () => void seen.push('added')),
    ],
    schedule: { bad: '* * * * * *', good: '* * * * * *' },
    poll: 0.05,
    onError: (error) => errors.push(error),
  })
  await runner.start()
  await queue.add(sendInvoice, { id: 1 })
  await expect.poll(() => seen).toEqual(expect.arrayContaining(['added', 'good']))
  await expect.poll(() => tries).toBeGreaterThan(2)
  expect(tries).toBeLessThan(200)
  expect([errors, seen.includes('bad')]).toEqual([[new Error('no space')], false])
  isFull = false
  await expect.poll(() => seen).toContain('bad')
})

test('a tick that others have run runs no second time, however long a process was away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T06:59:59.900Z') })
  onTestFinished(() => void vi.useRealTimers())
  const seen: string[] = []
  const nightly = job({ name: 'nightly' })
  const engine = memoryJobs()
  const runnerOf = (name: string, own: typeof engine) => {
    const handlers = [handlerFor(nightly, () => void seen.push(name))]
    const runner = jobRunner(jobs({ engine: own }), { handlers, poll: 0.02, schedule: { nightly: '0 7 * * *' } })
    onTestFinished(() => runner[Symbol.asyncDispose]())
    return runner
  }
  // As a process that was stopped, or whose machine slept.
  let wake: () => void = () => undefined
  const away = new Promise<void>((resolve) => {
    wake = resolve
  })
  let looks = 0
  const sleeper = runnerOf('sleeper', {
    ...engine,
    take: async (...args) => {
      if (++looks === 1) await away
      return engine.take(...args)
    },
  })
  await sleeper.start()
  await expect.poll(() => looks).toBe(1)
  await runnerOf('awake', engine).start()
  await sleep(50)
  vi.setSystemTime(Date.parse('2026-11-28T07:00:00.100Z'))
  await expect.poll(() => seen).toEqual(['awake'])
  vi.setSystemTime(Date.parse('2026-11-28T09:00:00Z'))
  await engine.sweep(60, 60)
  expect(await engine.counts()).toEqual([])
  wake()
  await expect.poll(() => looks).toBeGreaterThan(5)
  expect(seen).toEqual(['awake'])
  vi.setSystemTime(Date.parse('2026-11-29T07:00:01Z'))
  await expect.poll(() => seen.length).toBe(2)
})

test('wrong options name what is wrong', async () => {
  expect(() => job({ name: 'two words' })).toThrow('job(): "name" must be a name of letters')
  expect(() => job({ name: 'a', retry: 1 } as never)).toThrow('Did you mean "retries"?')
  expect(() => job({ name: 'a', schema: {} as never })).toThrow('a schema of a library with Standard Schema')
  expect(() => jobs({ engine: {} as never })).toThrow('an engine, such as sqlJobs(database)')
  expect(() => jobRunner({} as never, { handlers: [] })).toThrow('jobRunner() needs the queue that jobs() has made')
  const { queue } = build([])
  await expect(queue.add(job({ name: 'a' }), undefined, { key: '' })).rejects.toThrow('a string of 1 to 200 characters')
  await expect(queue.add(job({ name: 'a' }), undefined, { delay: -1 })).rejects.toThrow('a number of seconds from 0')
  const handler = handlerFor(sendInvoice, () => undefined)
  await expect(build([handler, handler]).runner.start()).rejects.toThrow('The job "invoice.send" has two handlers.')
  await expect(build([(() => undefined) as never]).runner.start()).rejects.toThrow('as handlerFor(job, run) returns it')
  const scheduled = (schedule: JobRunnerOptions['schedule'], timeZone = 'UTC') =>
    build([handler], { schedule, timeZone }).runner.start()
  await expect(scheduled({ other: '0 7 * * *' })).rejects.toThrow('The schedule "other" needs a handler')
  await expect(scheduled({ 'invoice.send': 'daily' })).rejects.toThrow('Write it as "0 7 * * 1-5".')
  await expect(scheduled({ 'invoice.send': '0 7 * * *' }, 'Mars/Olympus')).rejects.toThrow('Mars/Olympus')
  await expect(scheduled({ 'invoice.send': '0 7 * * *' })).rejects.toThrow('The data of the job "invoice.send"')
  await scheduled({ 'invoice.send': { cron: '0 7 * * *', data: { id: 7 }, timeZone: 'Europe/Berlin' } })
})
