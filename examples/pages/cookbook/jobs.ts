import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** The functions that do the jobs, by name. */
export type Work = Readonly<Record<string, (payload: unknown) => Promise<void>>>

const SECOND = 1_000

/**
 * Jobs in a table: they outlive the program, and a job that fails is tried again, until it has been tried five times.
 */
export class Jobs {
  readonly #database: DatabaseSync
  readonly #work: Work
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined

  constructor(database: DatabaseSync, work: Work) {
    this.#database = database
    this.#work = work
    database.exec(`CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, payload TEXT NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, problem TEXT)`)
  }

  /** Adds a job. In the transaction of a request, the job is stored if and only if the other data are. */
  add(name: string, payload: unknown): void {
    const insert = this.#database.prepare('INSERT INTO jobs (name, payload, due) VALUES (?, ?, ?)')
    insert.run(name, JSON.stringify(payload), Date.now())
  }

  /** Runs the job that has been due longest. Returns false if no job is due. */
  async runNext(now: number = Date.now()): Promise<boolean> {
    // First makes the job due later, in case the program ends while it runs.
    const job = this.#database
      .prepare(
        `UPDATE jobs SET tries = tries + 1, due = ? + 60000 * (1 << tries) WHERE id =
        (SELECT id FROM jobs WHERE due <= ? AND tries < 5 ORDER BY due LIMIT 1) RETURNING id, name, payload`,
      )
      .get(now, now)
    if (!job) return false
    try {
      const work = this.#work[String(job.name)]
      if (!work) throw new Error(`Nothing here does "${job.name}".`)
      await work(JSON.parse(String(job.payload)))
      this.#database.prepare('DELETE FROM jobs WHERE id = ?').run(Number(job.id))
    } catch (error) {
      this.#database.prepare('UPDATE jobs SET problem = ? WHERE id = ?').run(String(error), Number(job.id))
    }
    return true
  }

  /** Called by `app.run()` if the service is in `dependencies.eager`. */
  start(): void {
    this.#running = this.#goOn()
  }

  /** Called when the program stops: waits for the job that is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      if (!(await this.runNext())) await sleep(SECOND, undefined, { signal }).catch(() => undefined)
    }
  }
}
