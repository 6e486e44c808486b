import { checkOptions, describeValue, type OptionKind, optionKind, UsageError } from '@app/core/extending'
import { attemptOf, type Running } from './attempt.ts'
import { checkHandler, type JobHandler } from './handler.ts'
import { fromOne } from './job.ts'
import { type FailedJob, logFailure, usualLogger } from './job-log.ts'
import type { JobOutcome } from './job-outcome.ts'
import type { Jobs, KeptJobs } from './jobs.ts'
import { type ScheduleOptions, Schedules, scheduleKind } from './schedules.ts'

/** Options of `jobRunner()`. */
export interface JobRunnerOptions {
  /** The handlers of the jobs that this process runs, at most one for each job. It leaves other jobs to other processes. */
  readonly handlers: readonly (JobHandler | Promise<JobHandler>)[]
  /** How many jobs this process runs at once. Default: 5. */
  readonly concurrency?: number | undefined
  /** The seconds after which the runner looks for jobs that other processes have added. Default: 1. */
  readonly poll?: number | undefined
  /**
   * The seconds after which another process takes the jobs of a process that was killed. While a job runs, its lease is
   * renewed. Default: 30.
   */
  readonly lease?: number | undefined
  /** The seconds for which a stop waits for running jobs. Then it aborts their signals, and gives them back. Default: 8. */
  readonly grace?: number | undefined
  /** Jobs to add at certain times, by their names: `{ 'invoice.reminders': '0 7 * * *' }`. */
  readonly schedule?: Readonly<Record<string, string | ScheduleOptions>> | undefined
  /** The time zone of the schedules. Default: `UTC`. */
  readonly timeZone?: string | undefined
  /**
   * Runs each job while it is added, and rejects `add` with the error of the handler: for tests. Jobs that are added in a
   * transaction run at `drain()`. Default: `false`.
   */
  readonly inline?: boolean | undefined
  /** The seconds for which the key of a job that was done keeps others from being added. Default: 86400, a day. */
  readonly keep?: number | undefined
  /** The seconds for which failed jobs are kept. Default: 2592000, thirty days. */
  readonly keepFailed?: number | undefined
  /**
   * Called with each error of a handler or of the engine. Default: logs it, as a line in the format of `accessLog()`; by
   * configuration, with the service `@app/core/Logger`.
   */
  readonly onError?: ((error: unknown, job?: { readonly id: string; readonly name: string }) => void) | undefined
}

/**
 * Runs jobs of a queue, in this process. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const sendInvoice = job<{ id: number }>({ name: 'invoice.send' })
 * await using runner = jobRunner(queue, { handlers: [handlerFor(sendInvoice, ({ id }) => invoices.send(id))] })
 * await runner.start()
 */
export function jobRunner(queue: Jobs, options: JobRunnerOptions): JobRunner {
  if ((queue as Partial<KeptJobs> | undefined)?.['@app/jobs/queue'] !== true) {
    throw new UsageError(
      'APP_JOBS_QUEUE',
      `jobRunner() needs the queue that jobs() has made, got ${describeValue(queue)}.`,
    )
  }
  return new JobRunner(queue as KeptJobs, checkOptions('jobRunner()', options, RUNNER_KINDS))
}

const FROM_ZERO = {
  wants: 'a number of seconds from 0',
  accepts: (value: unknown) => typeof value === 'number' && value >= 0,
}

export const RUNNER_KINDS: { readonly [K in keyof JobRunnerOptions]-?: OptionKind } = {
  handlers: optionKind.required({ wants: 'a list of handlers', accepts: Array.isArray }),
  concurrency: fromOne,
  poll: {
    wants: 'a number of seconds from 0.01 to 3600',
    accepts: (value: unknown) => typeof value === 'number' && value >= 0.01 && value <= 3_600,
  },
  lease: {
    wants: 'a number of seconds from 0.3 to 3600',
    accepts: (value: unknown) => typeof value === 'number' && value >= 0.3 && value <= 3_600,
  },
  grace: optionKind.seconds,
  schedule: scheduleKind,
  timeZone: optionKind.text,
  inline: optionKind.boolean,
  keep: { wants: 'a number of seconds from 60', accepts: (value: unknown) => typeof value === 'number' && value >= 60 },
  keepFailed: FROM_ZERO,
  onError: optionKind.function,
}

/** Takes jobs and runs them, from `start()` to its disposal. */
export class JobRunner {
  readonly #queue: KeptJobs
  readonly #options: Settings
  readonly #given: readonly (JobHandler | Promise<JobHandler>)[]
  readonly #schedule: Readonly<Record<string, string | ScheduleOptions>>
  readonly #running = new Set<Running>()
  readonly #unlisten: () => void
  #handlers: Promise<ReadonlyMap<string, JobHandler>> | undefined
  #loop: Promise<void> | undefined
  #stopped: Promise<void> | undefined
  #isStopping = false
  #isWoken = false
  #wake: () => void = () => undefined
  #lastSight = 0
  #problem: unknown
  #late: ReadonlySet<string> = new Set()

  /** @internal */
  constructor(queue: KeptJobs, { handlers, schedule = {}, ...options }: JobRunnerOptions) {
    this.#queue = queue
    this.#given = handlers
    this.#schedule = schedule
    this.#options = { ...DEFAULTS, ...(options as object) }
    this.#unlisten = queue.onAdd((id, isOpen) => this.#heard(id, isOpen))
  }

  /** The names of the jobs that this process runs. */
  async names(): Promise<readonly string[]> {
    return [...(await this.#known()).keys()]
  }

  /** Begins to take jobs. Throws if a handler is not one, a schedule has no handler, or its job cannot be added. */
  async start(): Promise<void> {
    if (this.#loop !== undefined) return
    await this.#queue.start()
    const handlers = await this.#known()
    const schedules = new Schedules(this.#queue, this.#schedule, handlers, this.#options.timeZone)
    await schedules.check()
    if (this.#options.inline) return
    this.#lastSight = performance.now()
    this.#loop ??= this.#takeJobs(handlers, schedules)
  }

  /**
   * Runs the jobs that are due, one after the other, and those that these add. Returns how each attempt has ended.
   *
   * For tests, and for programs that run jobs and end.
   */
  async drain(): Promise<readonly JobOutcome[]> {
    await this.#queue.start()
    const handlers = await this.#known()
    const outcomes: JobOutcome[] = []
    while (!this.#isStopping) {
      const run = await this.#take(handlers)
      if (run === undefined) break
      outcomes.push(await run.outcome)
    }
    return outcomes
  }

  /**
   * A health check: rejects if the runner was not started, or could not ask for jobs for ten seconds and three times
   * `poll`. The cause is the error of the engine.
   */
  async check(): Promise<void> {
    if (this.#options.inline && !this.#isStopping) return
    if (this.#loop === undefined || this.#isStopping) throw new Error('The runner of jobs does not run.')
    const silent = (performance.now() - this.#lastSight) / 1_000
    if (silent < 10 + 3 * this.#options.poll) return
    throw new Error(`No jobs could be asked for in ${Math.round(silent)} s.`, { cause: this.#problem })
  }

  /**
   * Takes no more jobs, and waits for those that run, `grace` seconds at most. Then aborts their signals, and gives them
   * back, so that another process takes them at once.
   */
  [Symbol.asyncDispose](): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    this.#unlisten()
    this.#wake()
    await endsWithin(this.#options.grace, this.#loop ?? Promise.resolve())
    const all = () => Promise.all(Array.from(this.#running, ({ outcome }) => outcome))
    if (await endsWithin(this.#options.grace, all())) return
    const stop = new Error('The runner of jobs stops.')
    for (const run of this.#running) run.stop(stop)
    // Handlers that heed the signal end now.
    if (await endsWithin(LAST_MOMENT, all())) return
    await endsWithin(LAST_MOMENT, Promise.all(Array.from(this.#running, (run) => run.giveBack())))
  }

  async #known(): Promise<ReadonlyMap<string, JobHandler>> {
    this.#handlers ??= Promise.all(this.#given).then((handlers) => {
      const known = new Map<string, JobHandler>()
      for (const handler of handlers) {
        checkHandler(handler)
        const { name } = handler.job
        if (known.has(name)) {
          throw new UsageError('APP_JOBS_HANDLER', `The job "${name}" has two handlers. Leave one out.`)
        }
        known.set(name, handler)
      }
      return known
    })
    return this.#handlers
  }

  async #takeJobs(handlers: ReadonlyMap<string, JobHandler>, schedules: Schedules): Promise<void> {
    let sweepAt = 0
    while (!this.#isStopping) {
      let pause = this.#options.poll
      let untilTick: number | undefined
      try {
        const late = await schedules.tick()
        if (late.length > 0) untilTick = LATE
        const run = await this.#take(handlers)
        this.#reportLate(late)
        if (this.#problem !== undefined) this.#problem = undefined
        this.#lastSight = performance.now()
        if (run !== undefined) continue
        if (performance.now() > sweepAt) {
          sweepAt = performance.now() + SWEEP
          await this.#queue.engine.sweep(this.#options.keep, this.#options.keepFailed)
        }
      } catch (error) {
        // One line for each time the engine is lost, not for each look at it.
        if (this.#problem === undefined) this.#report(error)
        this.#problem = error
        pause = Math.max(pause, 1)
        untilTick = Number.POSITIVE_INFINITY
      }
      await this.#pause(Math.min(pause, untilTick ?? schedules.untilNext()))
    }
  }

  /** Reports why schedules are late: each reason once, until it is over. */
  #reportLate(errors: readonly unknown[]): void {
    const reasons = new Set<string>()
    for (const error of errors) {
      const reason = String(error)
      if (!this.#late.has(reason)) this.#report(error)
      reasons.add(reason)
    }
    this.#late = reasons
  }

  /** Takes a job that is due, if this process may run another one, and begins to run it. */
  async #take(handlers: ReadonlyMap<string, JobHandler>): Promise<Running | undefined> {
    if (this.#running.size >= this.#options.concurrency) return undefined
    const free = [...handlers.values()].filter(
      ({ job }) => this.#count(job.name) < (job.concurrency ?? Number.MAX_VALUE),
    )
    if (free.length === 0) return undefined
    const { lease } = this.#options
    const taken = await this.#queue.engine.take(
      free.map(({ job }) => job.name),
      lease,
    )
    if (taken === undefined) return undefined
    if (this.#isStopping) {
      await this.#queue.engine.end(taken, { state: 'released' })
      return undefined
    }
    const handler = handlers.get(taken.name) as JobHandler
    const run = attemptOf(this.#queue, handler, taken, lease, (error) => this.#report(error, taken))
    this.#running.add(run)
    void run.outcome.then(() => {
      this.#running.delete(run)
      this.#wakeUp()
    })
    return run
  }

  #count(name: string): number {
    return Array.from(this.#running).filter((run) => run.name === name).length
  }

  /** Looks for a job that this process has added; for one in a transaction, some times, until it may be committed. */
  async #heard(id: string, isOpen: boolean): Promise<void> {
    if (this.#options.inline && !isOpen) {
      const outcomes = await this.drain()
      const own = outcomes.find((outcome) => outcome.id === id)
      if (own?.error !== undefined) throw own.error
      return
    }
    this.#wakeUp()
    if (!isOpen || this.#loop === undefined) return
    for (const wait of LOOKS) {
      const timer = setTimeout(() => this.#wakeUp(), wait)
      if (typeof timer === 'object') timer.unref()
    }
  }

  #wakeUp(): void {
    this.#isWoken = true
    this.#wake()
  }

  async #pause(seconds: number): Promise<void> {
    if (!this.#isWoken && !this.#isStopping) {
      await new Promise<void>((resolve) => {
        // Processes that have started together do not look together for ever.
        const timer = setTimeout(resolve, seconds * 1_000 * (0.9 + Math.random() / 5))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isWoken = false
  }

  #report(error: unknown, job?: FailedJob): void {
    const failed = (err: unknown) => usualLogger().error({ err }, 'The option "onError" of jobRunner() failed')
    try {
      void Promise.resolve(this.#options.onError(error, job)).catch(failed)
    } catch (problem) {
      failed(problem)
    }
  }
}

type Settings = {
  readonly [K in Exclude<keyof JobRunnerOptions, 'schedule' | 'handlers'>]-?: Exclude<JobRunnerOptions[K], undefined>
}

const DEFAULTS: Settings = {
  concurrency: 5,
  poll: 1,
  lease: 30,
  grace: 8,
  timeZone: 'UTC',
  inline: false,
  keep: 86_400,
  keepFailed: 2_592_000,
  onError: (error, job) => logFailure(usualLogger(), error, job),
}

/** The milliseconds after which a job in a transaction is looked for. */
const LOOKS = [10, 40, 150, 400]
/** The most seconds until a job of a schedule that could not be added is added again. */
const LATE = 1
/** The milliseconds between two deletions of old jobs. */
const SWEEP = 60_000
/** The seconds that handlers have to end after their signal was aborted, and the engine to take jobs back. */
const LAST_MOMENT = 1

async function endsWithin(seconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1_000)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
