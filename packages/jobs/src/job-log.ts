import { consoleLogger, type RequestLogger } from '@app/core/logging'

/** The job whose handler has failed. */
export interface FailedJob {
  readonly id: string
  readonly name: string
}

/** Logs an error of a handler, or of the engine. */
export function logFailure(logger: RequestLogger, err: unknown, job: FailedJob | undefined): void {
  if (job === undefined) logger.error({ err }, 'The runner of jobs met an error')
  else logger.error({ err, job: job.name, jobId: job.id }, 'A job failed')
}

/** Returns a logger whose lines have the format of the access log: on a terminal for people, and elsewhere JSON. */
export function usualLogger(): RequestLogger {
  usual ??= consoleLogger()
  return usual
}

let usual: RequestLogger | undefined
