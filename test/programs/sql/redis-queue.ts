import { type Jobs, jobs, sqlJobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import type { SqlDatabase } from '@app/sql'
import { Redis } from 'ioredis'

/** Opens a queue in a Redis. Jobs of transactions wait in the database, until a runner moves them to the Redis. */
export function openQueue(url: string, database: SqlDatabase): { readonly queue: Jobs; readonly redis: Redis } {
  // Commands fail at once while the Redis is away, so that no request waits for it.
  const redis = new Redis(url, { maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined)
  return { queue: jobs({ engine: redisJobs(redis, { outbox: sqlJobs(database) }) }), redis }
}
