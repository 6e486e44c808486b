import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/**
 * Jobs in a table of a PostgreSQL. A process that takes a job has a lease of it. If the lease is over and the job is
 * not done, as when the process was killed, another process takes the job. So each job is done once or more, and is
 * given up after five tries.
 */
export class PostgresJobs {
  /** The statement that makes the table, for the migrations. */
  static readonly TABLE = `CREATE TABLE IF NOT EXISTS jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payload text NOT NULL, tries int NOT NULL DEFAULT 0, due timestamptz NOT NULL DEFAULT now())`
  readonly #pool: Pool
  readonly #work: (payload: string) => Promise<void>
  readonly #leaseMs: number
  readonly #stop = new AbortController()
  #working: Promise<void> | undefined

  constructor(pool: Pool, work: (payload: string) => Promise<void>, leaseMs = 60_000) {
    this.#pool = pool
    this.#work = work
    this.#leaseMs = leaseMs
  }

  /** Adds a job. Given the client of a transaction, the job is added if and only if the transaction is committed. */
  async add(payload: string, client: Pool | PoolClient = this.#pool): Promise<void> {
    await client.query('INSERT INTO jobs (payload) VALUES ($1)', [payload])
  }

  start(): void {
    this.#working = this.#run()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      // The database is away, or a job has failed and is taken again when its lease ends.
      const isDone = await this.#next().catch(() => false)
      if (!isDone) await sleep(200, undefined, { signal }).catch(() => undefined)
    }
  }

  /**
   * Does a job that is due. Returns false if no job is due. Rows that another process takes at this moment are skipped.
   */
  async #next(): Promise<boolean> {
    const { rows } = await this.#pool.query(
      `UPDATE jobs SET tries = tries + 1, due = now() + $1 * interval '1 millisecond' WHERE id =
        (SELECT id FROM jobs WHERE due <= now() AND tries < 5 ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, payload`,
      [this.#leaseMs],
    )
    if (rows.length === 0) return false
    await this.#work(rows[0].payload)
    await this.#pool.query('DELETE FROM jobs WHERE id = $1', [rows[0].id])
    return true
  }

  /** Waits for the job that is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#working
  }
}
