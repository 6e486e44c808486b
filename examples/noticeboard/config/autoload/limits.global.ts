import { env } from '@app/config'
import type { Config } from '@app/core'

export default {
  rate_limit: { limit: env.integer('REQUESTS_PER_MINUTE', 300) },
} satisfies Config
