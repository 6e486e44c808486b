import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type OpenTelemetryOptions, openTelemetry } from './opentelemetry.ts'
import { traceJobs } from './trace-jobs.ts'

/** The name of the service that is the middleware `openTelemetry()`. */
export const OPENTELEMETRY_SERVICE: ServiceName<Middleware> = '@app/opentelemetry'

/** The name of the service that traces jobs from the start of the program to its end. */
const JOBS = '@app/opentelemetry/jobs'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/opentelemetry` reads. */
    readonly opentelemetry?: ConfigSection<OpenTelemetryOptions> | undefined
  }
}

/**
 * Traces and measures requests, with the options of the section `opentelemetry`, before everything else, including
 * error handlers and the access log; and the jobs of `@app/jobs`, if there are any.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/opentelemetry` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    eager: [JOBS],
    factories: {
      [OPENTELEMETRY_SERVICE]: (container) =>
        fromSection<OpenTelemetryOptions, Middleware>(container, 'opentelemetry', openTelemetry),
      [JOBS]: (container) =>
        fromSection<OpenTelemetryOptions, object>(container, 'opentelemetry', ({ metrics }) => {
          let stop = () => {}
          const start = () => {
            stop = traceJobs({ metrics })
          }
          return { start, [Symbol.dispose]: () => stop() }
        }),
    },
  },
  middleware_pipeline: { [OPENTELEMETRY_SERVICE]: { middleware: OPENTELEMETRY_SERVICE, priority: 11_000 } },
})
