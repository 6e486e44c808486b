import { describeValue } from '@app/core/extending'
import { type JobRunMessage, traced } from './channels.ts'
import type { JobEnd, TakenJob } from './engine.ts'
import type { JobHandler } from './handler.ts'
import { delayAfter } from './job.ts'
import { JobDataError, validated } from './job-data.ts'
import type { JobOutcome } from './job-outcome.ts'
import type { KeptJobs } from './jobs.ts'
import { UnrecoverableError } from './unrecoverable-error.ts'

/** An attempt that runs. */
export interface Running {
  readonly name: string
  /** Never rejects. */
  readonly outcome: Promise<JobOutcome>
  /** Aborts the signal. If the handler fails then, the attempt does not count. */
  stop(reason: Error): void
  /** Gives the job back, though the handler goes on. */
  giveBack(): Promise<void>
}

/** Runs a job that was taken, holds its lease meanwhile, and tells the engine how it has ended. */
export function attemptOf(
  queue: KeptJobs,
  handler: JobHandler,
  taken: TakenJob,
  lease: number,
  report: (error: unknown) => void,
): Running {
  const { id, name, key, attempt, added } = taken
  const { job } = handler
  const controller = new AbortController()
  const { signal } = controller
  let isStopped = false
  let isBegun = false
  const held = hold(queue, taken, lease, (problem) => controller.abort(problem))

  const run = async (message: JobRunMessage | undefined) => {
    if (attempt > job.retries + 1) throw givenUp(attempt - 1)
    const data = await validated(job, await queue.read(taken))
    const isLast = attempt > job.retries
    isBegun = true
    const work = async () => handler.run(data, { id, name, key, attempt, isLast, added, signal })
    return message?.around ? message.around(work) : work()
  }
  const endOf = (error: unknown): JobEnd => {
    if (isStopped) return { state: 'released' }
    const text = textOf(error, job.sealed)
    // The handler itself may fail with the `JobDataError` of a job that it adds.
    const isUnfit = !isBegun && error instanceof JobDataError
    const isFinal = attempt > job.retries || isUnfit || UnrecoverableError.is(error)
    return isFinal ? { state: 'failed', error: text } : { state: 'waiting', delay: delay(), error: text }
  }
  const delay = () => {
    try {
      return delayAfter(job, attempt)
    } catch (problem) {
      report(problem)
      return delayAfter({ ...job, backoff: 10 }, attempt)
    }
  }
  const settle = async (message?: JobRunMessage): Promise<JobOutcome> => {
    let end: JobEnd = { state: 'done' }
    let failure: { readonly error?: unknown } = {}
    try {
      await withTimeout(run(message), job.timeout, lease, controller)
    } catch (thrown) {
      const error = thrown ?? new Error(`The handler of the job "${name}" has rejected with ${thrown}. Throw an Error.`)
      end = endOf(error)
      failure = { error }
      if (end.state !== 'released') report(error)
    }
    const state = await tell(queue, taken, end, held, report)
    return { id, name, attempt, state, ...failure }
  }
  return {
    name,
    outcome: traced(taken, job.sealed, settle).finally(() => held.release()),
    stop(reason) {
      isStopped = true
      controller.abort(reason)
    },
    async giveBack() {
      held.release()
      await queue.engine.end(taken, { state: 'released' }).catch(report)
    },
  }
}

/** The lease of a job, until it is released. */
interface Held {
  readonly isLost: boolean
  release(): void
}

/** Renews the lease of a job three times as often as it has to be. */
function hold(queue: KeptJobs, taken: TakenJob, lease: number, lost: (problem: Error) => void): Held {
  let until = performance.now() + lease * 1_000
  let state: 'held' | 'lost' | 'released' = 'held'
  let timer: ReturnType<typeof setTimeout>
  const lose = (problem: Error) => {
    if (state === 'held') lost(problem)
  }
  const renew = async () => {
    const begun = performance.now()
    try {
      if (await queue.engine.renew(taken, lease)) until = begun + lease * 1_000
      else if (state === 'held') {
        lose(new Error('Another process has taken the job, since its lease was over.'))
        state = 'lost'
      }
    } catch (cause) {
      // The job is still this process's if nobody else has reached the engine either; but that is not known.
      if (performance.now() > until) lose(new Error('The lease of the job could not be renewed.', { cause }))
    }
    if (state === 'held') plan()
  }
  const plan = () => {
    timer = setTimeout(renew, (lease * 1_000) / 3)
  }
  plan()
  return {
    get isLost() {
      return state === 'lost'
    },
    release() {
      clearTimeout(timer)
      if (state === 'held') state = 'released'
    },
  }
}

/**
 * Tells the engine how a job has ended. While the engine is away, tries again as long as the lease is held, and gives up
 * after a minute: then another process runs the job again.
 */
async function tell(
  queue: KeptJobs,
  taken: TakenJob,
  end: JobEnd,
  held: Held,
  report: (error: unknown) => void,
): Promise<JobOutcome['state']> {
  const latest = performance.now() + LONGEST_TELLING
  for (let pause = 50; !held.isLost; pause = Math.min(2 * pause, 2_000)) {
    try {
      return (await queue.engine.end(taken, end)) ? end.state : 'lost'
    } catch (error) {
      if (performance.now() > latest) {
        report(error)
        return 'lost'
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return 'lost'
}

const LONGEST_TELLING = 60_000

/**
 * Aborts after a number of seconds. Waits for the work to end then, so that no second attempt runs beside it, but not for
 * longer than `patience` seconds.
 */
async function withTimeout<T>(
  work: Promise<T>,
  seconds: number,
  patience: number,
  controller: AbortController,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      controller.abort(new Error(`The job took longer than its ${seconds} s.`))
      timer = setTimeout(
        () =>
          reject(
            new Error(
              `The job took longer than its ${seconds} s, and went on ${patience} s after its signal was aborted.`,
            ),
          ),
        patience * 1_000,
      )
    }, seconds * 1_000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A job that has ended the process, or whose process was killed, in each of its attempts. */
function givenUp(attempts: number): UnrecoverableError {
  return new UnrecoverableError(
    `The job was taken ${attempts} times, and not one process has lived to say how it ended. It may be what ends them.`,
  )
}

/** Returns what is kept of an error. An error of a sealed job may show its data, so that only its class is kept. */
function textOf(error: unknown, isSealed: boolean): string {
  if (isSealed) return `${classOf(error)} (the job is sealed: see the log)`
  let text: string
  try {
    text = String((error instanceof Error ? error.stack : undefined) ?? error)
  } catch {
    // Such as an object without a prototype.
    text = describeValue(error)
  }
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST_ERROR)
}

/** Returns the name of the class of an error. Its own property `name` may hold data. */
function classOf(error: unknown): string {
  const made: unknown = error instanceof Error ? Object.getPrototypeOf(error)?.constructor : undefined
  return (typeof made === 'function' && made.name) || 'Error'
}

const LONGEST_ERROR = 2_000
