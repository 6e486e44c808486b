import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type { PreparedMiddleware } from '../middleware/prepared-middleware.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../middleware/step.ts'

/** What an application with routes pipes at its end where neither step was piped. */
export const DEFAULT_STEPS: readonly PreparedMiddleware[] = [
  prepareMiddleware(ROUTING_MIDDLEWARE, 'the default routing step'),
  prepareMiddleware(DISPATCH_MIDDLEWARE, 'the default dispatch step'),
]
