import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, checkOptions, fromSection, optionKind } from '@app/core/extending'
import { type Assets, type AssetsOptions, assets } from './assets.ts'
import { type ServeStaticOptions, serveStatic } from './serve-static.ts'

/** The name of the service that is the middleware `serveStatic()`. */
export const STATIC_SERVICE: ServiceName<Middleware> = '@app/static'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/static` reads. */
    readonly static?: ConfigSection<StaticSection> | undefined
  }
}

/** The name of the service with the files of a build, which the section `static.assets` describes. */
export const ASSETS_SERVICE: ServiceName<Assets> = '@app/static/assets'

/** The options of `serveStatic`, and the folder whose files are served. */
export type StaticSection = Omit<ServeStaticOptions, 'assets'> & {
  readonly folder: string | URL
  /** The options of `assets()`, for the files of a build. Default: none. */
  readonly assets?: AssetsOptions | undefined
}

/**
 * Serves the folder `static.folder` of the configuration, before all routes. Each file has the header `cache-control`
 * with the value `static.cacheControl`. With `static.assets`, the service `ASSETS_SERVICE` has the URLs of a build.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/static` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [STATIC_SERVICE]: (container) =>
        fromSection<StaticSection, Middleware>(container, 'static', (section) => {
          const { folder, assets: built, ...options } = checkOptions('static', section, KINDS)
          return serveStatic(folder, built ? { ...options, assets: container.get(ASSETS_SERVICE) as Assets } : options)
        }),
      [ASSETS_SERVICE]: (container) =>
        fromSection<StaticSection, Assets>(container, 'static', ({ assets: built }) => assets(built)),
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
  assets: {
    wants: 'a map of the options of assets()',
    accepts: (value: unknown) => typeof value === 'object' && value !== null,
  },
}
