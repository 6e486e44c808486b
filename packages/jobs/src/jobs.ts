import { ConfigurationError, checkOptions, type OptionKind, optionKind, passingSecret } from '@app/core/extending'
import type { SqlDatabase } from '@app/sql'
import { carrierOf, publishAdded } from './channels.ts'
import type { JobCount, JobFilter, JobInfo, JobsEngine, TakenJob } from './engine.ts'
import type { Job } from './job.ts'
import { JobDataError, jsonOf } from './job-data.ts'
import { type Sealer, sealerOf } from './seal.ts'

/** Options of `jobs()`. */
export interface JobsOptions {
  /** Where jobs are kept: `sqlJobs(database)`, `redisJobs(redis)`, `memoryJobs()` or your own. */
  readonly engine: JobsEngine
  /**
   * The secret that encrypts the data of sealed jobs, of 32 characters at least; several for rotation, the newest first.
   * In development and tests, it is random unless it is given.
   */
  readonly secret?: string | readonly string[] | undefined
  /** The largest size of the data of a job as JSON, in bytes. Default: 65536. */
  readonly dataLimit?: number | undefined
}

/** Options of `add`. */
export interface AddOptions {
  /** The seconds after which the job is due. Default: 0. */
  readonly delay?: number | undefined
  /** Of the jobs of one description with the same key, only the first is added. */
  readonly key?: string | undefined
  /**
   * The connection of an open transaction, in the database that keeps the jobs, or the outbox of jobs in a Redis. The
   * job is added if and only if the transaction is committed.
   */
  readonly in?: SqlDatabase | undefined
}

/** The arguments of `add` after the job: data may be left out if they may be `undefined`. */
export type AddArguments<I> = undefined extends I ? [data?: I, options?: AddOptions] : [data: I, options?: AddOptions]

/** A queue of jobs, which `jobs()` makes. It runs none: `jobRunner()` does. */
export interface Jobs {
  /** Creates the tables, if they are not there. `add` does so too, but not in a transaction: there it is an error. */
  start(): Promise<void>
  /**
   * Adds a job. Resolves with its id; with `undefined` if there is a job with this key.
   *
   * Rejects with a `JobDataError` (`APP_JOBS_DATA`) if the schema refuses the data, if JSON would change them, or if
   * they are too large; and with an error of the engine if the job is not kept.
   */
  add<I>(job: Job<I, unknown>, ...rest: AddArguments<NoInfer<I>>): Promise<string | undefined>
  /**
   * Registers a function that is called after each job that this process has added. With `isOpen`, the job is in a
   * transaction that is not committed yet. `add` waits for what it returns. Returns a function that ends this.
   */
  onAdd(listener: (id: string, isOpen: boolean) => unknown): () => void
  /** Counts the jobs by name and state. */
  counts(): Promise<readonly JobCount[]>
  /** Returns the newest jobs, a hundred unless `limit` says otherwise. */
  list(filter?: JobFilter & { readonly limit?: number | undefined }): Promise<readonly JobInfo[]>
  /** Runs failed jobs again, with all their retries. Returns how many. */
  retry(filter?: Omit<JobFilter, 'state'>): Promise<number>
  /** Deletes jobs that do not run. Returns how many. */
  remove(filter: JobFilter): Promise<number>
}

/**
 * Makes a queue of jobs. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const queue = jobs({ engine: sqlJobs(new DatabaseSync('shop.db')) })
 * await queue.add(sendInvoice, { id: 7 }, { delay: 60 })
 */
export function jobs(options: JobsOptions): Jobs {
  return new KeptJobs(checkOptions('jobs()', options, QUEUE_KINDS))
}

const ENGINE = 'an engine, such as sqlJobs(database), redisJobs(redis) or memoryJobs()'

const engineKind: OptionKind = { ...optionKind.withMethods('add', 'take', 'renew', 'end'), wants: ENGINE }

const secretKind: OptionKind = {
  wants: 'a secret of at least 32 characters, as "openssl rand -base64 32" prints, or a list of such secrets',
  accepts: (value) =>
    listOf(value).length > 0 && listOf(value).every((one) => typeof one === 'string' && one.length >= 32),
}

export const QUEUE_KINDS: { readonly [K in keyof JobsOptions]-?: OptionKind } = {
  engine: optionKind.required(engineKind),
  secret: secretKind,
  dataLimit: optionKind.count,
}

function listOf(secret: unknown): readonly string[] {
  return ([secret].flat() as readonly string[]).filter((one) => one !== null && one !== undefined)
}

/** What a runner uses of a queue. */
export class KeptJobs implements Jobs {
  /** By this, each copy of this package knows a queue. */
  readonly '@app/jobs/queue' = true
  readonly engine: JobsEngine
  readonly #listeners = new Set<(id: string, isOpen: boolean) => unknown>()
  readonly #dataLimit: number
  readonly #secrets: readonly string[]
  #sealer: Sealer | undefined
  #prepared: Promise<void> | undefined
  #isPrepared = false

  constructor({ engine, secret, dataLimit = 65_536 }: JobsOptions) {
    this.engine = engine
    this.#dataLimit = dataLimit
    this.#secrets = listOf(secret)
  }

  start(): Promise<void> {
    this.#prepared ??= this.engine.prepare().then(
      () => {
        this.#isPrepared = true
      },
      (error: unknown) => {
        this.#prepared = undefined
        throw error
      },
    )
    return this.#prepared
  }

  /** Does not wait for `start()`, which may be waiting for the end of this very transaction. */
  async #startIn(connection: SqlDatabase): Promise<void> {
    if (!this.#isPrepared) await this.engine.prepare(connection)
    this.#isPrepared = true
  }

  async add<I>(job: Job<I, unknown>, ...[data, options = {}]: AddArguments<NoInfer<I>>): Promise<string | undefined> {
    const { delay = 0, key, in: connection } = checkOptions<AddOptions>('jobs.add()', options, ADD_KINDS)
    const id = crypto.randomUUID()
    const json = await this.check(job, data)
    const sealed = job.sealed ? SEALED + (await this.#seals(job.name).seal(purposeOf(job.name, id), json)) : json
    await (connection === undefined ? this.start() : this.#startIn(connection))
    const carrier = carrierOf(id, job.name)
    const isNew = await this.engine.add({ id, name: job.name, data: sealed, key, delay, carrier }, connection)
    if (!isNew) return undefined
    publishAdded(id, job.name)
    for (const listener of this.#listeners) await listener(id, connection !== undefined)
    return id
  }

  onAdd(listener: (id: string, isOpen: boolean) => unknown): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns the JSON of data. Throws a `JobDataError` if they do not fit the job, and an error if no secret seals them. */
  async check(job: Job, data: unknown): Promise<string> {
    if (job.sealed) this.#seals(job.name)
    return jsonOf(job, data, this.#dataLimit)
  }

  /** Returns the data of a taken job, as they were added. */
  async read({ id, name, data }: TakenJob): Promise<unknown> {
    if (!data.startsWith(SEALED)) return parsed(name, data)
    const opened = await this.#seals(name).open(purposeOf(name, id), data.slice(SEALED.length))
    // Not a `JobDataError`, after which the job would not be tried again: another process may have the secret.
    if (opened === undefined) throw new Error(`No secret of this process opens the data of the job "${name}".`)
    return parsed(name, opened)
  }

  async counts(): Promise<readonly JobCount[]> {
    await this.start()
    return this.engine.counts()
  }

  async list({
    limit = 100,
    ...filter
  }: JobFilter & { readonly limit?: number | undefined } = {}): Promise<readonly JobInfo[]> {
    await this.start()
    return this.engine.list(filter, limit)
  }

  async retry(filter: Omit<JobFilter, 'state'> = {}): Promise<number> {
    await this.start()
    const count = await this.engine.retry(filter)
    for (const listener of this.#listeners) await listener('', true)
    return count
  }

  async remove(filter: JobFilter): Promise<number> {
    await this.start()
    return this.engine.remove(filter)
  }

  #seals(name: string): Sealer {
    if (this.#sealer !== undefined) return this.#sealer
    const secrets = this.#secrets.length > 0 ? this.#secrets : listOf(passingSecret('APP_SECRET'))
    if (secrets.length === 0) {
      throw new ConfigurationError(
        'APP_JOBS_SECRET',
        `The job "${name}" is sealed, and there is no secret: set APP_SECRET, or the option "secret" of jobs().`,
      )
    }
    this.#sealer = sealerOf(secrets)
    return this.#sealer
  }
}

function parsed(name: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new JobDataError(name, 'they are not JSON.')
  }
}

/** A sealed job cannot be put in place of another one. */
function purposeOf(name: string, id: string): string {
  return `${name} ${id}`
}

const SEALED = 'sealed:'

const ADD_KINDS = {
  delay: {
    wants: 'a number of seconds from 0 to 31622400, which is a year',
    accepts: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 31_622_400,
  },
  key: {
    wants: 'a string of 1 to 200 characters',
    accepts: (value: unknown) => typeof value === 'string' && /^[^\0]{1,200}$/su.test(value) && value.isWellFormed(),
  },
  in: {
    wants: 'the connection of a transaction',
    accepts: (value: unknown) => typeof value === 'object' && value !== null,
  },
}
