import { checkOptions, describeValue, OptionError, type OptionKind, optionKind } from '@app/core/extending'
import type { StandardSchemaV1 } from '@standard-schema/spec'

/** How a job is run, apart from what it does. */
export interface JobOptions {
  /** The name of the job, for all processes: `invoice.send`. */
  readonly name: string
  /** How often a failed job is tried again. Default: 10. Then it is kept as failed, with its last error. */
  readonly retries?: number | undefined
  /**
   * The seconds before the first retry, twice as many before each further one, an hour at most; or a function that gets
   * the number of failed attempts, and may return thirty days at most. A random part of up to half is left out, so that jobs that failed together do not
   * come again together. Default: 10.
   */
  readonly backoff?: number | ((failures: number) => number) | undefined
  /** How many jobs of this name one process runs at once. Default: as many as its runner runs in all. */
  readonly concurrency?: number | undefined
  /** The seconds after which the signal of a running job is aborted. Default: 300. */
  readonly timeout?: number | undefined
  /** Encrypts the data of the job, so that nobody can read them in the database. Needs a secret. Default: `false`. */
  readonly sealed?: boolean | undefined
}

/** Options of `job()`: with a schema, the data are validated when a job is added and again before it runs. */
export interface JobWithSchema<S extends StandardSchemaV1> extends JobOptions {
  /** A schema of zod, valibot, arktype or any other library with Standard Schema. It sees the data as JSON has them. */
  readonly schema: S
}

/** The description of a job, which `job()` makes. `I` are the data that are added, and `O` those that are run. */
export interface Job<I = unknown, O = I> {
  readonly name: string
  readonly schema: StandardSchemaV1 | undefined
  readonly retries: number
  readonly backoff: number | ((failures: number) => number)
  readonly concurrency: number | undefined
  readonly timeout: number
  readonly sealed: boolean
  /** Only for the compiler. */
  readonly '~data'?: { readonly added: I; readonly run: O }
}

/**
 * Describes a job, for the code that adds it and the code that runs it.
 *
 * Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * export const sendInvoice = job({ name: 'invoice.send', schema: z.object({ id: z.int() }) })
 */
export function job<S extends StandardSchemaV1>(
  options: JobWithSchema<S>,
): Job<StandardSchemaV1.InferInput<S>, StandardSchemaV1.InferOutput<S>>
export function job<D = undefined>(options: JobOptions & { readonly schema?: undefined }): Job<D>
export function job(options: JobOptions & { readonly schema?: StandardSchemaV1 | undefined }): Job {
  const checked = checkOptions<JobOptions & { readonly schema?: StandardSchemaV1 | undefined }>('job()', options, {
    name: optionKind.required(nameKind),
    schema: schemaKind,
    retries: optionKind.count,
    backoff: optionKind.either(optionKind.seconds, optionKind.function),
    concurrency: fromOne,
    timeout: {
      wants: 'a number of seconds above 0, a day at most',
      accepts: (value) => typeof value === 'number' && value > 0 && value <= 86_400,
    },
    sealed: optionKind.boolean,
  })
  return {
    name: checked.name,
    schema: checked.schema,
    retries: checked.retries ?? 10,
    backoff: checked.backoff ?? 10,
    concurrency: checked.concurrency,
    timeout: checked.timeout ?? 300,
    sealed: checked.sealed ?? false,
  }
}

/** Returns the seconds to wait after a number of failed attempts. Throws if the function of the job returns no number. */
export function delayAfter({ name, backoff }: Pick<Job, 'name' | 'backoff'>, failures: number): number {
  if (typeof backoff === 'function') {
    const seconds: unknown = backoff(failures)
    if (typeof seconds === 'number' && !Number.isNaN(seconds)) return Math.min(LONGEST_DELAY, Math.max(0, seconds))
    const got = Number.isNaN(seconds) ? 'NaN' : describeValue(seconds)
    const problem = `The "backoff" of the job "${name}" must return a number of seconds, got ${got}.`
    throw new OptionError('job()', 'backoff', problem)
  }
  const full = Math.min(3_600, backoff * 2 ** Math.min(failures - 1, 30))
  return full * (1 - Math.random() / 2)
}

/** The most seconds before a retry: thirty days. */
const LONGEST_DELAY = 2_592_000

export const nameKind: OptionKind = {
  wants: 'a name of letters, digits, dots, hyphens and underscores, such as "invoice.send"',
  accepts: (value) => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value),
}

export const fromOne: OptionKind = {
  wants: 'an integer from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

const schemaKind: OptionKind = {
  wants: 'a schema of a library with Standard Schema, such as zod, valibot or arktype',
  accepts: (value) =>
    ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value,
}
