import { Application, type Config, ErrorHandler, Priority } from '@app/core' // if pages
import { Application, type Config, Priority } from '@app/core' // if not pages
import { accessLog, requestId } from '@app/core/logging'
import { developmentErrorResponder } from '@app/development' // if pages
import { problemDetails } from '@app/problem-details' // if api
import { knownDevice } from '../../src/log-in/device.ts' // if log-in and not modular
import { knownDevice } from '../../src/modules/log-in/device.ts' // if log-in and modular
import { errorPage } from '../../src/modules/pages/error-page.ts' // if pages and modular
import { errorPage } from '../../src/pages/error-page.ts' // if pages and not modular

// if pages
/** If NODE_ENV is "development", the response to an error is a page with details. */
const errors = new ErrorHandler({ respond: developmentErrorResponder(errorPage) })
// end
const problems = problemDetails({ development: process.env.NODE_ENV === 'development' }) // if api

export default {
  middleware_pipeline: {
    id: { middleware: requestId(), priority: Priority.EARLY },
    log: { middleware: accessLog(), priority: Priority.EARLY },
    errors: { middleware: errors, priority: Priority.EARLY }, // if pages
    errors: { middleware: problems, priority: Priority.EARLY }, // if not pages
    'api-errors': { middleware: problems, path: '/api', priority: Priority.EARLY }, // if api and pages
    // if log-in
    // The error handler is in the pipeline a second time, so that error pages show the logged-in user too.
    'account-errors': { middleware: errors, priority: 2_450 },
    // Guesses of a password from a browser that has logged in before are counted by themselves.
    'known-device': { middleware: knownDevice, path: ['/log-in', '/forgotten'], priority: 2_300 },
    // end
    routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: Priority.ROUTING },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: Priority.DISPATCH },
  },
} satisfies Config
