import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkOptions, fromSection, optionKind } from '@app/core/extending'
import { type ServeStaticOptions, serveStatic } from './serve-static.ts'

/** The name of the service that is the middleware `serveStatic()`. */
export const STATIC_SERVICE: ServiceName<Middleware> = '@app/static'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/static` reads. */
    readonly static?: ConfigSection<StaticSection> | undefined
  }
}

/** The options of `serveStatic`, and the folder whose files are served. */
export type StaticSection = ServeStaticOptions & { readonly folder: string | URL }

/**
 * Serves the folder `static.folder` of the configuration, before all routes. Each file has the header `cache-control`
 * with the value `static.cacheControl`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/static` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [STATIC_SERVICE]: (container) =>
        fromSection<StaticSection, Middleware>(container, 'static', (section) => {
          const { folder, ...options } = checkOptions('static', section, KINDS)
          return serveStatic(folder, options)
        }),
    },
  },
  middleware_pipeline: { [STATIC_SERVICE]: { middleware: STATIC_SERVICE, priority: 6_500 } },
})

const KINDS = {
  folder: optionKind.required({
    wants: 'the folder of files, a path or a URL',
    accepts: (value: unknown) => value instanceof URL || optionKind.text.accepts(value),
  }),
  cacheControl: optionKind.text,
}
