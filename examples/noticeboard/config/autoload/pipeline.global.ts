import { Application, type Config, Priority } from '@app/core'
import { accessLog, requestId } from '@app/core/logging'
import { errorPages } from '../../src/site/errors.ts'

export default {
  dependencies: { factories: { 'noticeboard/access-log': () => accessLog() } },
  middleware_pipeline: {
    'request-id': { middleware: requestId(), priority: Priority.EARLY },
    'access-log': { middleware: 'noticeboard/access-log', priority: Priority.EARLY },
    errors: { middleware: errorPages, priority: Priority.EARLY },
    routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: Priority.ROUTING },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: Priority.DISPATCH },
  },
} satisfies Config
