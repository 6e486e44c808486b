import { Redis, type RedisOptions } from 'ioredis'

/** The options of a client whose commands fail at once while Redis is away, and after a second while Redis hangs. */
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  commandTimeout: 1_000,
  maxRetriesPerRequest: 0,
  retryStrategy: (tries) => Math.min(tries * 50, 1_000),
}

/** A connection that begins and ends with the program. The program does not start while its Redis is away. */
export class RedisConnection extends Redis {
  constructor(url: string) {
    super(url, OPTIONS)
    // Each command reports the error to its caller; without a listener the client would also print it at each attempt
    // to connect.
    this.on('error', () => undefined)
  }

  start(): Promise<void> {
    return this.connect()
  }

  [Symbol.dispose](): void {
    this.disconnect()
  }
}

/** The part of the configuration that names a Redis server. */
export interface UsesRedis {
  readonly redis: { readonly url: string | null }
}

/**
 * Makes the connection to the Redis server that several processes share; returns `null` if the configuration names
 * none.
 */
export function connect({ redis: { url } }: UsesRedis): RedisConnection | null {
  return url === null ? null : new RedisConnection(url)
}
connect.inject = ['config'] as const
