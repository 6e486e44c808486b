import { Application, type Config, ErrorHandler, Priority } from '@app/core'
import { developmentErrorResponder } from '@app/core/development'
import { accessLog } from '@app/core/logging'

/** A page with all that helps to find an error, where NODE_ENV is "development"; elsewhere nothing is said of it. */
const errors = new ErrorHandler({ respond: developmentErrorResponder() })

export default {
  middleware_pipeline: {
    log: { middleware: accessLog(), priority: Priority.FIRST },
    errors: { middleware: errors, priority: Priority.FIRST },
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
  },
} satisfies Config
