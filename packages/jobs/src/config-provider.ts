import { type ConfigProvider, type Middleware, Priority, type ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type JobsOptions, jobs } from './jobs.ts'

/** The name of the service that is the middleware `jobs()`. */
export const JOBS_SERVICE: ServiceName<Middleware> = '@app/jobs'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/jobs` reads. */
    readonly jobs?: ConfigSection<JobsOptions>
  }
}

/**
 * Pipes the middleware before routing, with the options of the section `jobs`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/jobs` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [JOBS_SERVICE]: (container) => fromSection<JobsOptions, Middleware>(container, 'jobs', jobs),
    },
  },
  middleware_pipeline: {
    [JOBS_SERVICE]: { middleware: JOBS_SERVICE, priority: Priority.BEFORE_ROUTING },
  },
})
