import { env } from '@app/config'
import type { Config } from '@app/core'
import type { RateLimitConfig } from '@app/rate-limit'
import { connect } from './connection.ts'

export interface RedisConfig extends Config {
  readonly redis: { readonly url: string | null }
}

export const configProvider = () =>
  ({
    redis: { url: env('REDIS_URL', null) },
    rate_limit: { redis: 'noticeboard/redis' },
    dependencies: { eager: ['noticeboard/redis'], factories: { 'noticeboard/redis': connect } },
  }) satisfies RedisConfig & RateLimitConfig
