import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  handlerFor,
  type JobHandler,
  type JobRunnerOptions,
  type JobsEngine,
  job,
  jobRunner,
  jobs,
  UnrecoverableError,
} from './index.ts'

const silent = { onError: () => undefined }
const bake = job<{ id: number }>({ name: 'bake', retries: 2, backoff: 0 })

/** Tests that hold for every engine. `connect` opens another connection to the same jobs. */
export function testEngine(
  name: string,
  open: () => Promise<() => JobsEngine>,
  options: { skip?: boolean } = {},
): void {
  const it = test.skipIf(options.skip === true)

  /** A queue, and runners as if each were a process of its own. */
  async function build() {
    const connect = await open()
    const queue = jobs({ engine: connect() })
    const runnerOf = (handlers: readonly JobHandler[], more: Partial<JobRunnerOptions> = {}) => {
      const runner = jobRunner(jobs({ engine: connect() }), { handlers, poll: 0.02, ...silent, ...more })
      onTestFinished(() => runner[Symbol.asyncDispose]())
      return runner
    }
    return { queue, runnerOf, connect }
  }

  it(`${name}: runs a job with its data, once, and keeps nothing of it`, async () => {
    const { queue, runnerOf } = await build()
    const seen: unknown[] = []
    const id = await queue.add(bake, { id: 7 })
    const runner = runnerOf([
      handlerFor(bake, (data, run) => void seen.push([data, run.id, run.attempt, run.isLast, run.name])),
    ])
    expect(await runner.drain()).toEqual([{ id, name: 'bake', attempt: 1, state: 'done' }])
    expect(seen).toEqual([[{ id: 7 }, id, 1, false, 'bake']])
    expect(await queue.counts()).toEqual([])
  })

  it(`${name}: ten runners at once run each of fifty jobs once`, async () => {
    const { queue, runnerOf } = await build()
    const seen: number[] = []
    const handlers = [handlerFor(bake, async ({ id }) => void seen.push(id))]
    const runners = Array.from({ length: 10 }, () => runnerOf(handlers))
    await Promise.all(runners.map((runner) => runner.start()))
    const all = Array.from({ length: 50 }, (_, id) => id)
    await Promise.all(all.map((id) => queue.add(bake, { id })))
    await expect.poll(() => queue.counts()).toEqual([])
    expect(seen.toSorted((a, b) => a - b)).toEqual(all)
  })

  it(`${name}: a job with a delay is not taken before`, async () => {
    const { queue, runnerOf } = await build()
    await queue.add(bake, { id: 1 }, { delay: 0.3 })
    const runner = runnerOf([handlerFor(bake, () => undefined)])
    expect(await runner.drain()).toEqual([])
    await sleep(350)
    expect(await runner.drain()).toHaveLength(1)
  })

  it(`${name}: equal keys add one job, also after it was done, and other jobs have keys of their own`, async () => {
    const { queue, runnerOf } = await build()
    const other = job<{ id: number }>({ name: 'other' })
    expect(await queue.add(bake, { id: 1 }, { key: 'a' })).toBeTypeOf('string')
    expect(await queue.add(bake, { id: 2 }, { key: 'a' })).toBe(undefined)
    expect(await queue.add(other, { id: 3 }, { key: 'a' })).toBeTypeOf('string')
    const seen: number[] = []
    const handlers = [bake, other].map((each) => handlerFor(each, ({ id }) => void seen.push(id)))
    await runnerOf(handlers).drain()
    expect(await queue.add(bake, { id: 4 }, { key: 'a' })).toBe(undefined)
    await runnerOf(handlers).drain()
    expect(seen.toSorted()).toEqual([1, 3])
    expect((await queue.list()).map(({ key, state }) => [key, state])).toEqual([
      ['a', 'done'],
      ['a', 'done'],
    ])
    expect(await queue.remove({ state: 'done' })).toBe(2)
    expect(await queue.add(bake, { id: 5 }, { key: 'a' })).toBeTypeOf('string')
  })

  it(`${name}: a failing job is tried again, then kept as failed with its last error, and runs again on demand`, async () => {
    const { queue, runnerOf } = await build()
    let isBroken = true
    const attempts: [number, boolean][] = []
    const handlers = [
      handlerFor(bake, (_data, { attempt, isLast }) => {
        attempts.push([attempt, isLast])
        if (isBroken) throw new Error(`burnt ${attempt}\0`)
      }),
    ]
    const id = await queue.add(bake, { id: 1 })
    const outcomes = await runnerOf(handlers).drain()
    expect(outcomes.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'failed'])
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
    const [failed] = await queue.list({ state: 'failed' })
    expect(failed).toMatchObject({ id, name: 'bake', attempts: 3, state: 'failed' })
    expect(failed?.error).toContain('burnt 3')
    expect(await queue.counts()).toEqual([{ name: 'bake', state: 'failed', count: 1 }])
    isBroken = false
    expect(await queue.retry({ name: 'other' })).toBe(0)
    expect(await queue.retry({ id })).toBe(1)
    expect((await runnerOf(handlers).drain()).map(({ state, attempt }) => [state, attempt])).toEqual([['done', 1]])
  })

  it(`${name}: a job whose handler throws an UnrecoverableError has failed at once, and runs again on demand`, async () => {
    const { queue, runnerOf } = await build()
    let isGone = true
    const handlers = [
      handlerFor(bake, ({ id }) => {
        if (isGone) throw new UnrecoverableError(`There is no dough ${id} any more.`)
      }),
    ]
    await queue.add(bake, { id: 1 })
    expect(await runnerOf(handlers).drain()).toMatchObject([{ state: 'failed', attempt: 1 }])
    const [failed] = await queue.list({ state: 'failed' })
    expect(failed).toMatchObject({ attempts: 1, due: undefined })
    expect(failed?.error).toMatch(/^UnrecoverableError: There is no dough 1 any more\.\n +at /)
    isGone = false
    expect(await queue.retry({ id: failed?.id })).toBe(1)
    expect(await runnerOf(handlers).drain()).toMatchObject([{ state: 'done', attempt: 1 }])
  })

  it(`${name}: a job that nobody here knows is left for others`, async () => {
    const { queue, runnerOf } = await build()
    await queue.add(bake, { id: 1 })
    const older = runnerOf([handlerFor(job({ name: 'old' }), () => undefined)])
    expect(await older.drain()).toEqual([])
    expect(await queue.list()).toMatchObject([{ name: 'bake', state: 'waiting', attempts: 0 }])
    expect(await runnerOf([handlerFor(bake, () => undefined)]).drain()).toHaveLength(1)
  })

  it(`${name}: a handler that is slower than its lease runs once, since the lease is renewed`, async () => {
    const { queue, runnerOf } = await build()
    let runs = 0
    const handlers = [
      handlerFor(bake, async () => {
        runs++
        await sleep(1_500)
      }),
    ]
    await queue.add(bake, { id: 1 })
    await Promise.all([runnerOf(handlers, { lease: 0.5 }).start(), runnerOf(handlers, { lease: 0.5 }).start()])
    await expect.poll(() => queue.counts()).toEqual([])
    expect(runs).toBe(1)
  })

  it(`${name}: who has lost a lease can neither renew it, nor end the job, in any way`, async () => {
    const { queue, connect } = await build()
    await queue.add(bake, { id: 1 })
    const [one, two] = [connect(), connect()]
    const lost = await one.take(['bake'], 0.3)
    if (lost === undefined) throw new Error('Nothing was taken.')
    expect(await two.take(['bake'], 0.3)).toBe(undefined)
    await sleep(350)
    const again = await two.take(['bake'], 30)
    expect(again).toMatchObject({ id: lost.id, attempt: 2 })
    expect(await one.renew(lost, 30)).toBe(false)
    for (const end of [
      { state: 'done' },
      { state: 'released' },
      { state: 'failed', error: 'late' },
      { state: 'waiting', delay: 0, error: 'late' },
    ] as const) {
      expect([end.state, await one.end(lost, end)]).toEqual([end.state, false])
    }
    expect(await queue.list()).toMatchObject([{ state: 'running', attempts: 2 }])
    expect(await queue.remove({ id: lost.id })).toBe(0)
    if (again) expect(await two.end(again, { state: 'done' })).toBe(true)
    expect(await queue.counts()).toEqual([])
  })

  it(`${name}: a stop waits for jobs that run, then gives them back without an attempt`, async () => {
    const { queue, runnerOf } = await build()
    const reasons: unknown[] = []
    const [quick, stuck] = [job({ name: 'quick' }), job({ name: 'stuck' })]
    await queue.add(quick)
    await queue.add(stuck)
    let begun = 0
    const runner = runnerOf(
      [
        handlerFor(quick, async () => {
          begun++
          await sleep(200)
        }),
        handlerFor(stuck, async (_data, { signal }) => {
          begun++
          signal.addEventListener('abort', () => reasons.push(signal.reason))
          await new Promise(() => undefined)
        }),
      ],
      { grace: 0.4 },
    )
    await runner.start()
    await expect.poll(() => begun).toBe(2)
    await runner[Symbol.asyncDispose]()
    expect(reasons).toEqual([new Error('The runner of jobs stops.')])
    expect(await queue.list()).toMatchObject([{ name: 'stuck', state: 'waiting', attempts: 0 }])
    expect(await runnerOf([handlerFor(stuck, () => undefined)]).drain()).toMatchObject([{ state: 'done', attempt: 1 }])
  })

  it(`${name}: a job that was taken more often than it may be is not run again`, async () => {
    const { queue, runnerOf, connect } = await build()
    await queue.add(bake, { id: 1 })
    // As if three processes had been killed.
    const engine = connect()
    for (let times = 0; times < 3; times++) {
      expect(await engine.take(['bake'], 0.05)).toMatchObject({ attempt: times + 1 })
      await sleep(80)
    }
    let runs = 0
    const outcomes = await runnerOf([handlerFor(bake, () => void runs++)]).drain()
    expect([runs, outcomes.map(({ state }) => state)]).toEqual([0, ['failed']])
    expect((await queue.list())[0]?.error).toContain('The job was taken 3 times')
  })

  it(`${name}: of jobs that were done, keys are kept for a time, and of failed jobs their errors`, async () => {
    const { queue, runnerOf, connect } = await build()
    await queue.add(bake, { id: 1 }, { key: 'a' })
    const fail = job({ name: 'fail', retries: 0 })
    await queue.add(fail)
    await runnerOf([
      handlerFor(bake, () => undefined),
      handlerFor(fail, () => {
        throw new Error('no')
      }),
    ]).drain()
    const states = async () => (await queue.list()).map(({ state }) => state).sort()
    await connect().sweep(60, 60)
    expect(await states()).toEqual(['done', 'failed'])
    await sleep(20)
    await connect().sweep(0.001, 60)
    expect(await states()).toEqual(['failed'])
    await connect().sweep(60, 0.001)
    expect(await states()).toEqual([])
  })

  it(`${name}: three processes with one schedule add one job for each tick, and one for all that were missed`, async () => {
    const { queue, runnerOf, connect } = await build()
    const tick = job({ name: 'tick' })
    const keys: (string | undefined)[] = []
    const handlers = [handlerFor(tick, (_data, { key }) => void keys.push(key))]
    const schedule = { tick: '* * * * * *' }
    // The last tick was an hour ago.
    const engine = connect()
    await engine.prepare()
    const hourAgo = Math.floor(((await engine.now()) - 3_600_000) / 1_000) * 1_000
    expect(await engine.lastTick('tick', hourAgo)).toBe(hourAgo)
    const runners = Array.from({ length: 3 }, () => runnerOf(handlers, { schedule }))
    await Promise.all(runners.map((runner) => runner.start()))
    await expect.poll(() => keys.length).toBeGreaterThanOrEqual(3)
    await Promise.all(runners.map((runner) => runner[Symbol.asyncDispose]()))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeLessThan(10)
    expect((await engine.lastTick('tick', 0)) - hourAgo).toBeGreaterThan(3_590_000)
    await engine.setTick('tick', 5)
    expect(await engine.lastTick('tick', 0)).toBeGreaterThan(hourAgo)
    expect(await queue.counts()).toMatchObject([{ name: 'tick', state: 'done' }])
  })
}
