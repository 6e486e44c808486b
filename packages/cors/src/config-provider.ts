import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { cors } from './cors.ts'
import type { CorsOptions } from './cors-options.ts'

/** The name of the middleware as a service. */
export const CORS_SERVICE: ServiceName<Middleware> = '@app/cors'

declare module '@app/core' {
  interface Config {
    /** The section that `configProvider` of `@app/cors` reads. */
    readonly cors?: ConfigSection<CorsOptions>
  }
}

/**
 * Lets no other site read anything, until the section `cors` or the metadata of a route names some.
 *
 * Another `priority` or a `path` for the pipeline's entry `@app/cors` moves it.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: { [CORS_SERVICE]: (container) => fromSection<CorsOptions, Middleware>(container, 'cors', cors) },
  },
  middleware_pipeline: { [CORS_SERVICE]: { middleware: CORS_SERVICE, priority: 7_000 } },
})
