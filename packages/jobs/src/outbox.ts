import type { SqlDatabase } from '@app/sql'
import type { JobCount, JobFilter, JobInfo, JobsEngine, NewJob } from './engine.ts'

/** The name of the rows of an outbox. No job can have it. */
const OUTBOX = '@app/jobs/outbox'
/** The seconds after which another process moves a job whose process was killed while it did so. */
const LEASE = 30
/** The most jobs that are moved before the runner takes one. */
const BATCH = 100

type Moved = Pick<NewJob, 'name' | 'data' | 'key' | 'carrier'>

/**
 * Keeps jobs that were added in a transaction, as jobs of the engine of that database, until they are moved to the
 * engine that runs them. Each is moved once or more: again, if the process was killed before the row was deleted.
 */
export class Outbox {
  readonly #engine: JobsEngine
  readonly #add: (job: NewJob) => Promise<unknown>
  #moving: Promise<number> | undefined

  constructor(engine: JobsEngine, add: (job: NewJob) => Promise<unknown>) {
    this.#engine = engine
    this.#add = add
  }

  prepare(connection?: SqlDatabase): Promise<void> {
    return this.#engine.prepare(connection)
  }

  /** Keeps a job if the transaction is committed. Its key is looked at when it is moved. */
  add({ id, delay, name, data, key, carrier }: NewJob, connection: SqlDatabase): Promise<boolean> {
    const moved: Moved = { name, data, key, carrier }
    const row = { id, delay, name: OUTBOX, data: JSON.stringify(moved), key: undefined, carrier: undefined }
    return this.#engine.add(row, connection)
  }

  /** Moves the jobs that are committed and due. Returns how many. */
  relay(): Promise<number> {
    this.#moving ??= this.#move().finally(() => {
      this.#moving = undefined
    })
    return this.#moving
  }

  async #move(): Promise<number> {
    for (let count = 0; ; count++) {
      const row = count < BATCH ? await this.#engine.take([OUTBOX], LEASE) : undefined
      if (row === undefined) return count
      try {
        await this.#add({ ...(JSON.parse(row.data) as Moved), id: row.id, delay: 0 })
      } catch (error) {
        await this.#engine.end(row, { state: 'released' }).catch(() => undefined)
        throw error
      }
      await this.#engine.end(row, { state: 'done' })
    }
  }

  async counts(): Promise<readonly JobCount[]> {
    return (await this.#engine.counts()).filter(({ name }) => name === OUTBOX)
  }

  async list(filter: JobFilter, limit: number): Promise<readonly JobInfo[]> {
    return isMeant(filter) ? this.#engine.list({ ...filter, name: OUTBOX }, limit) : []
  }

  async remove(filter: JobFilter): Promise<number> {
    return isMeant(filter) ? this.#engine.remove({ ...filter, name: OUTBOX }) : 0
  }
}

function isMeant({ name = OUTBOX }: JobFilter): boolean {
  return name === OUTBOX
}
