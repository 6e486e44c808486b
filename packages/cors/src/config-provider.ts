import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { cors } from './cors.ts'
import type { CorsOptions } from './cors-options.ts'

/** The name of the service that is the middleware `cors()`. */
export const CORS_SERVICE: ServiceName<Middleware> = '@app/cors'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/cors` reads. */
    readonly cors?: ConfigSection<CorsOptions> | undefined
  }
}

/**
 * Adds `cors()` to the pipeline. No other site can read a response until the section `cors` or the metadata of a route
 * names sites.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/cors` moves the middleware, and a `path` limits
 * it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: { [CORS_SERVICE]: (container) => fromSection<CorsOptions, Middleware>(container, 'cors', cors) },
  },
  middleware_pipeline: { [CORS_SERVICE]: { middleware: CORS_SERVICE, priority: 7_000 } },
})
