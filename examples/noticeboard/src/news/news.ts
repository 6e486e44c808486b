import { EventEmitter, on } from 'node:events'
import type { Notice } from '../notices/notices.ts'
import type { RedisConnection } from '../redis/connection.ts'

const CHANNEL = 'noticeboard:news'

/** Tells everybody who listens that a team has a new notice: in this process, and by the Redis in all others. */
export class News {
  static readonly inject = ['noticeboard/redis'] as const
  readonly #heard = new EventEmitter().setMaxListeners(0)
  readonly #redis: RedisConnection | null
  readonly #subscriber: ReturnType<RedisConnection['duplicate']> | undefined

  constructor(redis: RedisConnection | null) {
    this.#redis = redis
    this.#subscriber = redis?.duplicate()
    this.#subscriber?.on('error', () => undefined)
    this.#subscriber?.on('message', (_channel, team: string) => this.#heard.emit(team))
  }

  async start(): Promise<void> {
    await this.#subscriber?.subscribe(CHANNEL)
  }

  tell({ team }: Notice): void {
    // Who listens in this process hears of it even while the Redis is away.
    if (this.#redis) this.#redis.publish(CHANNEL, String(team)).catch(() => this.#heard.emit(String(team)))
    else this.#heard.emit(String(team))
  }

  /** Yields at once, and whenever there is something new, until the signal aborts. */
  async *of(team: number, signal: AbortSignal): AsyncGenerator<void> {
    const events = on(this.#heard, String(team), { signal })
    yield
    for await (const _event of events) yield
  }

  [Symbol.dispose](): void {
    this.#subscriber?.disconnect()
  }
}
