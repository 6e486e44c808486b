import { ConfigurationError, checkOptions, describeValue, optionKind, UsageError, within } from '@app/core/extending'
import type { SqlDatabase } from '@app/sql'
import type { JobCount, JobEnd, JobFilter, JobInfo, JobState, JobsEngine, NewJob, TakenJob } from './engine.ts'
import { Outbox } from './outbox.ts'
import { BATCH, type Step, scriptOf } from './redis-script.ts'

/** The part of a client of `ioredis` that keeps jobs. */
export interface JobsRedis {
  call(command: string, ...values: (string | number)[]): Promise<unknown>
}

/** Options of `redisJobs()`. */
export interface RedisJobsOptions {
  /**
   * The engine that keeps jobs that are added in a transaction, until a runner has moved them to the Redis:
   * `sqlJobs(database)`. Default: none; then a job cannot be added in a transaction.
   */
  readonly outbox?: JobsEngine | undefined
  /** What all keys in the Redis begin with. Default: `{app-jobs}`. */
  readonly prefix?: string | undefined
  /** The seconds after which a command is given up, while the Redis is away or hangs. Default: 5. */
  readonly timeout?: number | undefined
}

/**
 * Keeps jobs in a Redis. It has the jobs as long as the Redis has its data: let it write to its disk.
 *
 * Throws an `OptionError` for an unknown or invalid option, and a `ConfigurationError` if the client is not one.
 *
 * @example
 * const redis = new Redis(url, { maxRetriesPerRequest: 0 })
 * const queue = jobs({ engine: redisJobs(redis, { outbox: sqlJobs(pool) }) })
 */
export function redisJobs(redis: JobsRedis, options: RedisJobsOptions = {}): JobsEngine {
  const checked = checkOptions('redisJobs()', options, {
    outbox: { ...optionKind.withMethods('add', 'take', 'end'), wants: 'an engine, such as sqlJobs(database)' },
    prefix: {
      wants: 'a string of 1 to 100 characters without spaces',
      accepts: (value) => typeof value === 'string' && /^[^\s\0]{1,100}$/.test(value),
    },
    timeout: optionKind.seconds,
  })
  if (typeof (redis as Partial<JobsRedis> | undefined)?.call !== 'function') {
    throw new ConfigurationError(
      'APP_JOBS_REDIS',
      `redisJobs() needs a client of ioredis, got ${describeValue(redis)}. Write redisJobs(new Redis(url)).`,
    )
  }
  return new RedisJobs(redis, checked)
}

class RedisJobs implements JobsEngine {
  readonly #redis: JobsRedis
  readonly #prefix: string
  readonly #timeout: number
  readonly #outbox: Outbox | undefined
  #relayed = Number.NEGATIVE_INFINITY

  constructor(redis: JobsRedis, { outbox, prefix = '{app-jobs}', timeout = 5 }: RedisJobsOptions) {
    this.#redis = redis
    this.#prefix = prefix
    this.#timeout = timeout
    this.#outbox = outbox && new Outbox(outbox, (job) => this.add(job, undefined))
  }

  async prepare(connection?: SqlDatabase): Promise<void> {
    const memory = String(await within(this.#timeout, this.#redis.call('INFO', 'memory'), REDIS))
    const [, policy] = /^maxmemory_policy:(allkeys-\w+)/m.exec(memory) ?? []
    if (policy !== undefined && /^maxmemory:[1-9]/m.test(memory)) {
      throw new ConfigurationError(
        'APP_JOBS_REDIS',
        `The Redis of redisJobs() would delete jobs when its memory is full: its "maxmemory-policy" is "${policy}". ` +
          'Set it to "noeviction", or keep jobs in a Redis of their own.',
      )
    }
    await this.#outbox?.prepare(connection)
  }

  async add(job: NewJob, connection: SqlDatabase | undefined): Promise<boolean> {
    if (connection !== undefined) {
      if (this.#outbox === undefined) throw noOutbox()
      return this.#outbox.add(job, connection)
    }
    const { id, name, data, key = '', delay, carrier = '' } = job
    return (await this.#ask('add', id, name, data, key, microseconds(delay), carrier)) === 1
  }

  async take(names: readonly string[], lease: number): Promise<TakenJob | undefined> {
    const job = await this.#take(names, lease)
    if (this.#outbox === undefined) return job
    const isLate = performance.now() - this.#relayed > LONGEST_UNMOVED
    if (job !== undefined) {
      // An error here comes again when the runner has nothing to do, and is not worth this job.
      if (isLate) this.#relay().catch(() => undefined)
      return job
    }
    return (await this.#relay()) > 0 ? this.#take(names, lease) : undefined
  }

  async #take(names: readonly string[], lease: number): Promise<TakenJob | undefined> {
    const token = crypto.randomUUID()
    const sent = this.#send('take', token, microseconds(lease), ...names).then((found) => takenOf(found, token))
    try {
      return await within(this.#timeout, sent, REDIS)
    } catch (error) {
      // A Redis that hung takes the job when it goes on, and here nobody waits for it any longer.
      sent.then((job) => job && this.end(job, { state: 'released' })).catch(() => undefined)
      throw error
    }
  }

  async #relay(): Promise<number> {
    this.#relayed = performance.now()
    return (await this.#outbox?.relay()) ?? 0
  }

  async renew({ id, token }: TakenJob, lease: number): Promise<boolean> {
    return (await this.#ask('renew', id, token, microseconds(lease))) === 1
  }

  async end({ id, token }: TakenJob, end: JobEnd): Promise<boolean> {
    const delay = microseconds(end.state === 'waiting' ? end.delay : 0)
    return (await this.#ask('end', id, token, end.state, delay, ...('error' in end ? [end.error] : []))) === 1
  }

  async sweep(done: number, failed: number): Promise<void> {
    await this.#inBatches('sweep', 'done', microseconds(done))
    await this.#inBatches('sweep', 'failed', microseconds(failed))
  }

  // What asks both of them asks the outbox first: a job that is moved meanwhile is met twice rather than not at all.

  async counts(): Promise<readonly JobCount[]> {
    const unmoved = (await this.#outbox?.counts()) ?? []
    const found = (await this.#ask('counts')) as [string, JobState, number][]
    return [...unmoved, ...found.map(([name, state, count]) => ({ name, state, count }))]
  }

  async list(filter: JobFilter, limit: number): Promise<readonly JobInfo[]> {
    const unmoved = (await this.#outbox?.list(filter, limit)) ?? []
    const found = (await this.#ask('list', ...valuesOf(filter), limit)) as string[][]
    const all = [...found.map(infoOf), ...unmoved].sort((one, other) => Number(other.added) - Number(one.added))
    return all.slice(0, limit)
  }

  retry({ id = '', name = '' }: JobFilter): Promise<number> {
    return this.#inBatches('retry', id, name)
  }

  async remove(filter: JobFilter): Promise<number> {
    const unmoved = (await this.#outbox?.remove(filter)) ?? 0
    return unmoved + (await this.#inBatches('remove', ...valuesOf(filter)))
  }

  async now(): Promise<number> {
    return Math.floor(Number(await this.#ask('now')) / 1_000)
  }

  async lastTick(name: string, first: number): Promise<number> {
    return Number(await this.#ask('lastTick', name, Math.round(first)))
  }

  async setTick(name: string, tick: number): Promise<void> {
    await this.#ask('setTick', name, Math.round(tick))
  }

  async #inBatches(step: Step, ...values: (string | number)[]): Promise<number> {
    for (let all = 0; ; ) {
      const count = Number(await this.#ask(step, ...values))
      all += count
      if (count < BATCH) return all
    }
  }

  #ask(step: Step, ...values: (string | number)[]): Promise<unknown> {
    return within(this.#timeout, this.#send(step, ...values), REDIS)
  }

  async #send(step: Step, ...values: (string | number)[]): Promise<unknown> {
    return this.#redis.call('EVAL', scriptOf(step), 1, this.#prefix, ...values)
  }
}

const REDIS = 'The Redis of jobs'
/** The milliseconds after which the outbox is looked at, also while jobs in the Redis wait. */
const LONGEST_UNMOVED = 1_000

function microseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000)
}

function dateOf(microseconds: string): Date {
  return new Date(Math.floor(Number(microseconds) / 1_000))
}

function valuesOf({ id, name, state }: JobFilter): readonly [string, string, string] {
  return [id ?? '', name ?? '', state ?? '']
}

function takenOf(found: unknown, token: string): TakenJob | undefined {
  if (found === null) return undefined
  const [id = '', name = '', key, data = '', attempts, carrier, added = ''] = found as string[]
  const more = { key: key || undefined, carrier: carrier || undefined }
  return { id, name, data, ...more, token, attempt: Number(attempts), added: dateOf(added) }
}

function infoOf([id = '', name = '', state, key, attempts, error, added = '', due]: readonly string[]): JobInfo {
  const more = { key: key || undefined, error: error ?? undefined, due: due ? dateOf(due) : undefined }
  return { id, name, state: state as JobState, attempts: Number(attempts), ...more, added: dateOf(added) }
}

function noOutbox(): UsageError {
  return new UsageError(
    'APP_JOBS_CONNECTION',
    'Jobs in a Redis cannot be a part of a transaction by themselves: pass an outbox in the same database, ' +
      'redisJobs(redis, { outbox: sqlJobs(database) }), or leave "in" out.',
  )
}
