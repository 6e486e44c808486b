import { type ConfigProvider, type MiddlewareInterface, prefersJson, type ServiceName } from '@app/core'
import {
  addVary,
  beforeSending,
  type ConfigSection,
  checkOptions,
  forEveryResponse,
  fromSection,
  isMap,
  optionKind,
} from '@app/core/extending'
import { type ProblemDetailsOptions, problemDetails } from './problem-details.ts'

/** The name of the service that is the middleware `problemDetails()`. */
export const PROBLEM_DETAILS_SERVICE: ServiceName<MiddlewareInterface> = '@app/problem-details'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/problem-details` reads. */
    readonly problem_details?: ConfigSection<ProblemDetailsOptions> | undefined
  }
}

/**
 * Answers errors and unanswered requests as problem details, with the options of the section `problem_details`. The
 * middleware is after the error handler of the application, so that it gets errors before that handler does. Clients
 * that prefer text, such as browsers, get the pages of that error handler.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/problem-details` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [PROBLEM_DETAILS_SERVICE]: (container) =>
        fromSection<ProblemDetailsOptions, MiddlewareInterface>(container, 'problem_details', (section) =>
          forJson(problemDetails(checkOptions('problem_details', section, KINDS))),
        ),
    },
  },
  middleware_pipeline: { [PROBLEM_DETAILS_SERVICE]: { middleware: PROBLEM_DETAILS_SERVICE, priority: 9_900 } },
})

function forJson(details: MiddlewareInterface): MiddlewareInterface {
  return forEveryResponse({
    process: (request, handler) => {
      if (prefersJson(request.headers.get('accept'))) return details.process(request, handler)
      // The page of the error handler before it also depends on `Accept`.
      beforeSending(request, ({ status, headers }) => {
        if (status >= 400) addVary(headers, 'Accept')
      })
      return handler(request)
    },
  })
}

const KINDS = {
  details: optionKind.function,
  development: optionKind.boolean,
  hosts: optionKind.listOf(optionKind.text),
  misses: optionKind.boolean,
  translate: optionKind.function,
  listeners: optionKind.listOf(optionKind.function),
  types: { wants: 'a map', accepts: (value: unknown) => isMap(value) || value instanceof Map },
}
