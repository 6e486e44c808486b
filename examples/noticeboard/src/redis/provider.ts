import { env } from '@app/config'
import type { Config } from '@app/core'
import type { RateLimitConfig } from '@app/rate-limit'
import type { SessionConfig } from '@app/session'
import { connect } from './connection.ts'
import { openSessions } from './sessions.ts'
import { openNews } from './shared-news.ts'

export interface RedisConfig extends Config {
  readonly redis: { readonly url: string | null }
}

/** Stands behind the features whose services it replaces where the environment names a Redis. */
export const configProvider = () =>
  ({
    redis: { url: env('REDIS_URL', null) },
    rate_limit: { redis: 'noticeboard/redis' },
    session: { store: 'noticeboard/sessions' },
    dependencies: {
      eager: ['noticeboard/redis'],
      factories: { 'noticeboard/redis': connect, 'noticeboard/sessions': openSessions, 'noticeboard/news': openNews },
    },
  }) satisfies RedisConfig & RateLimitConfig & SessionConfig
