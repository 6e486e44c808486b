import { env } from '@app/config'
import type { Config } from '@app/core'
import { connect } from './connection.ts'
import { openHub } from './hub.ts'
import { openSessions } from './sessions.ts'

declare module '@app/core' {
  interface Config {
    readonly redis?: { readonly url: string | null }
  }
}

/** Replaces services of earlier providers by others, which use Redis if `REDIS_URL` names a Redis server. */
export const configProvider = () =>
  ({
    redis: { url: env('REDIS_URL', null) },
    rate_limit: { redis: 'noticeboard/redis' },
    session: { store: 'noticeboard/sessions' },
    dependencies: {
      eager: ['noticeboard/redis'],
      factories: { 'noticeboard/redis': connect, 'noticeboard/sessions': openSessions, 'noticeboard/hub': openHub },
    },
  }) satisfies Config
