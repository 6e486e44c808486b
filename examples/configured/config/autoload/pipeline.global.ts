import { Application, type Config, Priority } from '@app/core'
import { apologize } from '../../src/apologize.ts'
import { auditTrail } from '../../src/audit-trail.ts'
import { shopFallback } from '../../src/shop-fallback.ts'
import { timing } from '../../src/timing.ts'

export default {
  dependencies: {
    services: { 'acme/audit': auditTrail, 'acme/fallback': shopFallback, 'acme/timing': timing },
  },
  middleware_pipeline: {
    timing: { middleware: 'acme/timing', priority: Priority.EARLY },
    routing: {
      middleware: [Application.ROUTING_MIDDLEWARE, 'acme/audit', Application.DISPATCH_MIDDLEWARE],
      priority: Priority.ROUTING,
    },
    fallback: { middleware: 'acme/fallback', path: '/shop', priority: -10 },
    errors: { middleware: apologize, error: true, priority: Priority.AFTER_DISPATCH },
  },
} satisfies Config
