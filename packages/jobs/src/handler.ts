import { describeValue, UsageError } from '@app/core/extending'
import type { Job } from './job.ts'

/** The run of a job, as its handler sees it. */
export interface JobRun {
  /** The id of the job, the same at each attempt: a key by which a handler can tell that it has done the work. */
  readonly id: string
  readonly name: string
  /** The key with which the job was added. */
  readonly key: string | undefined
  /** 1 for the first attempt. */
  readonly attempt: number
  /** True if the job is not tried again after this attempt. */
  readonly isLast: boolean
  readonly added: Date
  /** Aborted when the job takes too long, when its lease is lost, and when the runner stops and waits no longer. */
  readonly signal: AbortSignal
}

/** Runs the jobs of one name. A class may implement it, and get its services by `static inject`. */
export interface JobHandler<O = unknown> {
  readonly job: Job<unknown, O>
  /** Does the work. If it throws or rejects, the job is tried again, unless the error is an `UnrecoverableError`. */
  run(data: O, run: JobRun): unknown
}

/**
 * Returns a handler that runs the jobs of a description by a function.
 *
 * @example
 * const sendInvoice = job<{ id: number }>({ name: 'invoice.send' })
 * const handler = handlerFor(sendInvoice, ({ id }, { signal }) => invoices.send(id, { signal }))
 */
export function handlerFor<O>(job: Job<unknown, O>, run: (data: O, run: JobRun) => unknown): JobHandler<O> {
  return { job, run }
}

/** Throws an error unless the value is a handler, of a job with this name. */
export function checkHandler(value: unknown, name?: string): asserts value is JobHandler {
  const { job, run } = (typeof value === 'object' && value !== null ? value : {}) as Partial<JobHandler>
  if (typeof run === 'function' && typeof job?.name === 'string') {
    if (name === undefined || name === job.name) return
    throw new UsageError('APP_JOBS_HANDLER', `The handler of "${name}" is one of "${job.name}". Correct the name.`)
  }
  const whose = name === undefined ? 'A handler of jobs' : `The handler of "${name}"`
  throw new UsageError(
    'APP_JOBS_HANDLER',
    `${whose} must be an object with \`job\` and \`run\`, as handlerFor(job, run) returns it, got ${describeValue(value)}.`,
  )
}
