import { checkOptions, isMap, type OptionKind, optionKind, UsageError } from '@app/core/extending'
import { Cron } from 'croner'
import type { JobHandler } from './handler.ts'
import type { KeptJobs } from './jobs.ts'

/** When a job is added. */
export interface ScheduleOptions {
  /** Minute, hour, day, month and day of the week, as croner reads them: `0 7 * * 1-5`. */
  readonly cron: string
  /** Default: that of the runner. */
  readonly timeZone?: string | undefined
  /** The data of each job. */
  readonly data?: unknown
}

interface Schedule {
  readonly cron: Cron
  readonly handler: JobHandler
  readonly data: unknown
  /** The next tick, by the clock of the engine. */
  next: number
}

/**
 * Adds jobs at certain times. All processes do, each tick with a key, so that one job comes of it.
 *
 * The engine remembers the last tick: a process that starts after ticks were missed adds one job for all of them.
 */
export class Schedules {
  readonly #queue: KeptJobs
  readonly #schedules: readonly Schedule[]
  /** The clock of the engine, less that of this process. */
  #offset = 0
  #lastLook = Number.NEGATIVE_INFINITY
  #isBegun = false

  constructor(
    queue: KeptJobs,
    given: Readonly<Record<string, string | ScheduleOptions>>,
    handlers: ReadonlyMap<string, JobHandler>,
    timeZone: string,
  ) {
    this.#queue = queue
    this.#schedules = Object.entries(given).map(([name, entry]) => {
      const options = typeof entry === 'string' ? { cron: entry } : entry
      const handler = handlers.get(name)
      if (handler === undefined) {
        throw new UsageError(
          'APP_JOBS_HANDLER',
          `The schedule "${name}" needs a handler of the job "${name}" in this process, and there is none.`,
        )
      }
      const cron = cronOf(name, options.cron, options.timeZone ?? timeZone)
      return { cron, handler, data: options.data, next: Number.POSITIVE_INFINITY }
    })
  }

  /** Throws if the data of a schedule do not fit its job, or cannot be sealed. */
  async check(): Promise<void> {
    for (const { handler, data } of this.#schedules) await this.#queue.check(handler.job, data)
  }

  /** Adds the jobs whose time has come. Returns the errors of those that could not be added; never rejects. */
  async tick(): Promise<readonly unknown[]> {
    if (this.#schedules.length === 0) return []
    const errors: unknown[] = []
    try {
      if (performance.now() - this.#lastLook > RESYNC) await this.#synchronize()
      if (!this.#isBegun) await this.#begin()
      const now = this.#now()
      for (const schedule of this.#schedules) {
        if (schedule.next <= now) await this.#add(schedule, now).catch((error: unknown) => errors.push(error))
      }
    } catch (error) {
      errors.push(error)
    }
    return errors
  }

  /** The seconds until the next tick. */
  untilNext(): number {
    if (!this.#isBegun) return Number.POSITIVE_INFINITY
    const next = Math.min(...this.#schedules.map((schedule) => schedule.next))
    return Math.max(0, (next - this.#now()) / 1_000)
  }

  async #begin(): Promise<void> {
    const now = this.#now()
    for (const schedule of this.#schedules) {
      const last = await this.#queue.engine.lastTick(schedule.handler.job.name, now)
      schedule.next = timeOf(schedule.cron.nextRun(new Date(last)))
    }
    this.#isBegun = true
  }

  async #add(schedule: Schedule, now: number): Promise<void> {
    const { cron, handler, data } = schedule
    // Of several ticks that were missed, the last one stands for all.
    const [latest] = cron.previousRuns(1, new Date(now + 1))
    const tick = Math.max(schedule.next, latest?.getTime() ?? 0)
    // A process that was away may be later than all others have forgotten the key of this tick.
    const last = await this.#queue.engine.lastTick(handler.job.name, tick - 1)
    if (last >= tick) {
      schedule.next = timeOf(cron.nextRun(new Date(last)))
      return
    }
    await this.#queue.add(handler.job, data, { key: `tick ${new Date(tick).toISOString()}` })
    await this.#queue.engine.setTick(handler.job.name, tick)
    schedule.next = timeOf(cron.nextRun(new Date(tick)))
  }

  #now(): number {
    return Date.now() + this.#offset
  }

  async #synchronize(): Promise<void> {
    this.#offset = (await this.#queue.engine.now()) - Date.now()
    this.#lastLook = performance.now()
  }
}

/** The milliseconds after which the clock of the engine is asked for again. */
const RESYNC = 60_000

function timeOf(date: Date | null): number {
  return date?.getTime() ?? Number.POSITIVE_INFINITY
}

function cronOf(name: string, pattern: string, timeZone: string): Cron {
  try {
    const cron = new Cron(pattern, { timezone: timeZone, mode: '5-or-6-parts' })
    cron.nextRun()
    return cron
  } catch (cause) {
    throw new UsageError(
      'APP_JOBS_SCHEDULE',
      `The schedule "${name}" is "${pattern}" in the time zone "${timeZone}": ${(cause as Error).message} Write it as "0 7 * * 1-5".`,
      { cause },
    )
  }
}

export const scheduleKind: OptionKind = {
  wants: 'a map from the names of jobs to times such as "0 7 * * *", or to { cron, timeZone, data }',
  accepts: (value) =>
    isMap(value) &&
    Object.values(value).every((entry) => {
      if (typeof entry === 'string') return true
      if (!isMap(entry)) return false
      checkOptions('A schedule', entry as unknown as ScheduleOptions, {
        cron: optionKind.required(optionKind.text),
        timeZone: optionKind.text,
        data: { wants: 'data of the job', accepts: () => true },
      })
      return true
    }),
}
