import { env } from '@app/config'
import type { RateLimitConfig } from '@app/rate-limit'

export default {
  rate_limit: { limit: env.integer('REQUESTS_PER_MINUTE', 300) },
} satisfies RateLimitConfig
