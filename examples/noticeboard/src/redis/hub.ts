import { createHub, type Hub } from '@app/event-stream/hub'
import type { RedisConnection } from './connection.ts'

/** Makes the hub of the news: of all processes if the configuration names a Redis server, else of this one. */
export function openHub(redis: RedisConnection | null): Hub {
  return createHub(redis ? { redis, name: 'noticeboard' } : {})
}
openHub.inject = ['noticeboard/redis'] as const
