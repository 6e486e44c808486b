import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type CompressionOptions, compression } from './compression.ts'

/** The name of the service that is the middleware `compression()`. */
export const COMPRESSION_SERVICE: ServiceName<Middleware> = '@app/compression'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/compression` reads. */
    readonly compression?: ConfigSection<CompressionOptions> | undefined
  }
}

/**
 * Compresses responses, with the options of the section `compression`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/compression` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [COMPRESSION_SERVICE]: (container) =>
        fromSection<CompressionOptions, Middleware>(container, 'compression', compression),
    },
  },
  middleware_pipeline: { [COMPRESSION_SERVICE]: { middleware: COMPRESSION_SERVICE, priority: 8_000 } },
})
