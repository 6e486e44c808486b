import { hostname } from 'node:os'
import type { Redis } from 'ioredis'

type Taken = readonly [id: string, fields: readonly string[]]

/**
 * Jobs in a stream of a Redis. A process that takes a job has a lease of it. If the lease is over and the job is not
 * done, as when the process was killed, another process takes the job. So each job is done once or more.
 */
export class Jobs {
  readonly #redis: Redis
  readonly #reader: Redis
  readonly #work: (payload: string) => Promise<void>
  readonly #leaseMs: number
  #isOver = false
  #working: Promise<void> | undefined

  constructor(redis: Redis, work: (payload: string) => Promise<void>, leaseMs = 60_000) {
    this.#redis = redis
    // A connection of its own, since a command that waits for jobs blocks its connection.
    this.#reader = redis.duplicate()
    this.#reader.on('error', () => undefined)
    this.#work = work
    this.#leaseMs = leaseMs
  }

  /** Rejects while the Redis is away, so that the caller knows that the job is not added. */
  async add(payload: string): Promise<void> {
    await this.#redis.xadd('jobs', '*', 'payload', payload)
  }

  start(): void {
    this.#working = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#redis.xgroup('CREATE', 'jobs', 'all', '0', 'MKSTREAM').catch(ignoreIfThere)
        while (!this.#isOver) for (const job of await this.#take()) await this.#do(job)
      } catch {
        // Waits, since the Redis is away, or a job has failed and is taken again when its lease ends.
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }

  /** Returns a job whose lease is over, else waits a second for a new job. */
  async #take(): Promise<readonly Taken[]> {
    const me = `${hostname()}:${process.pid}`
    const [, left] = (await this.#reader.xautoclaim('jobs', 'all', me, this.#leaseMs, '0', 'COUNT', 1)) as [
      string,
      Taken[],
    ]
    if (left.length > 0) return left
    const found = await this.#reader.xreadgroup('GROUP', 'all', me, 'COUNT', 1, 'BLOCK', 1_000, 'STREAMS', 'jobs', '>')
    return (found as [string, Taken[]][] | null)?.[0]?.[1] ?? []
  }

  async #do([id, [, payload = '']]: Taken): Promise<void> {
    await this.#work(payload)
    await this.#redis.multi().xack('jobs', 'all', id).xdel('jobs', id).exec()
  }

  /** Waits for the job that is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#working
    this.#reader.disconnect()
  }
}

function ignoreIfThere(error: Error): void {
  if (!error.message.startsWith('BUSYGROUP')) throw error
}
