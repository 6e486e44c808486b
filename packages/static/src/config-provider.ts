import type { Config, ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ServeStaticOptions, serveStatic } from './serve-static.ts'

/** The name of the middleware as a service. */
export const STATIC_FILES: ServiceName<Middleware> = '@app/static'

/** The configuration that `configProvider` reads. */
export interface StaticConfig extends Config {
  readonly static: ServeStaticOptions & { readonly folder: string | URL }
}

/**
 * Serves the folder `static.folder` of the configuration before anything is routed, with `static.cacheControl`.
 *
 * Another `path` or `priority` for the pipeline's entry `@app/static` moves it.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [STATIC_FILES]: (container) => {
        const { folder, ...options } = container.get<StaticConfig>('config').static
        return serveStatic(folder, options)
      },
    },
  },
  middleware_pipeline: { [STATIC_FILES]: { middleware: STATIC_FILES, priority: 6_500 } },
})
