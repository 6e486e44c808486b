import { Application, type Config, Priority } from '@app/core'
import { accessLog, requestId } from '@app/core/logging'
import { errorPages } from '../../src/site/errors.ts'

export default {
  middleware_pipeline: {
    'request-id': { middleware: requestId(), priority: Priority.EARLY },
    'access-log': { middleware: accessLog(), priority: Priority.EARLY },
    errors: { middleware: errorPages, priority: Priority.EARLY },
    routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: Priority.ROUTING },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: Priority.DISPATCH },
  },
} satisfies Config
