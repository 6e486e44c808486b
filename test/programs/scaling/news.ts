import type { Redis } from 'ioredis'

export interface Item {
  readonly id: string
  readonly text: string
}

/**
 * News of rooms, in streams of a Redis: a listener that comes back, to any process, gets the events that it has missed.
 */
export class News {
  readonly #redis: Redis
  readonly #subscriber: Redis
  readonly #waiting = new Set<() => void>()
  #looking: NodeJS.Timeout | undefined

  constructor(redis: Redis) {
    this.#redis = redis
    this.#subscriber = redis.duplicate({ maxRetriesPerRequest: null })
    this.#subscriber.on('error', () => undefined)
    this.#subscriber.on('message', () => this.#wake())
  }

  async start(): Promise<void> {
    await this.#subscriber.subscribe('news')
    // An event that was published while this connection was down has woken no listener, so all are woken from time to
    // time.
    this.#looking = setInterval(() => this.#wake(), 2_000)
  }

  /** Rejects while the Redis is away, so that the caller knows that the event is not published. */
  async tell(room: string, text: string): Promise<void> {
    await this.#redis.xadd(`news:${room}`, 'MAXLEN', '~', 1_000, '*', 'text', text)
    await this.#redis.publish('news', room)
  }

  /** Yields the events after an id, and then each new event, until the signal aborts. */
  async *after(room: string, id: string | undefined, signal: AbortSignal): AsyncGenerator<Item> {
    let last = id ?? (await this.#newest(room))
    while (!signal.aborted) {
      // Listens before it reads the stream, so that no event is missed between reading and listening.
      const woken = new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      const items = await this.#redis.xrange(`news:${room}`, `(${last}`, '+', 'COUNT', 100).catch(() => [])
      for (const [id, [, text = '']] of items) {
        yield { id, text }
        last = id
      }
      if (items.length === 0) await woken
    }
  }

  async #newest(room: string): Promise<string> {
    const [newest] = await this.#redis.xrevrange(`news:${room}`, '+', '-', 'COUNT', 1)
    return newest?.[0] ?? '0-0'
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking)
    this.#subscriber.disconnect()
  }
}
