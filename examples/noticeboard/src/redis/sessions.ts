import type { SessionStore } from '@app/session'
import type { SqlSessions } from '@app/session/sql'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import type { UsesRedis } from './connection.ts'

/**
 * Chooses the store of sessions: Redis if the configuration names a server, else the database. In both, a log-out ends
 * a session for good.
 */
export function openSessions({ redis: { url } }: UsesRedis, stored: SqlSessions): SessionStore {
  if (url === null) return stored
  return createStorage({ driver: redisDriver({ url, base: 'session', maxRetriesPerRequest: 0 }) })
}
openSessions.inject = ['config', 'noticeboard/stored-sessions'] as const
