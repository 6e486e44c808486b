import { env } from '@app/config'
import type { Config } from '@app/core'

export default {
  dependencies: { services: { greeting: env('GREETING', 'Hello') } },
} satisfies Config
