import { News } from '../news/news.ts'
import type { Notices } from '../notices/notices.ts'
import type { RedisConnection } from './connection.ts'

const CHANNEL = 'noticeboard:news'

/** Informs all listeners, in all processes that share the Redis, that a team has a new notice. */
class SharedNews extends News {
  readonly #redis: RedisConnection
  readonly #subscriber: ReturnType<RedisConnection['duplicate']>

  constructor(notices: Notices, redis: RedisConnection) {
    super(notices)
    this.#redis = redis
    this.#subscriber = redis.duplicate()
    this.#subscriber.on('error', () => undefined)
    this.#subscriber.on('message', (_channel, team: string) => super.tell(Number(team)))
  }

  async start(): Promise<void> {
    await this.#subscriber.subscribe(CHANNEL)
  }

  override tell(team: number): void {
    // Listeners in this process are informed even while Redis cannot be reached.
    this.#redis.publish(CHANNEL, String(team)).catch(() => super.tell(team))
  }

  [Symbol.dispose](): void {
    this.#subscriber.disconnect()
  }
}

/**
 * Makes the service of news: shared by all processes if the configuration names a Redis server, else for this process
 * alone.
 */
export function openNews(notices: Notices, redis: RedisConnection | null): News {
  return redis ? new SharedNews(notices, redis) : new News(notices)
}
openNews.inject = ['noticeboard/notices', 'noticeboard/redis'] as const
