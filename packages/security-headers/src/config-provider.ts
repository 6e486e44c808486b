import type { ConfigProvider, Middleware, ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import type { SecurityHeadersOptions } from './headers-of.ts'
import { securityHeaders } from './security-headers.ts'

/** The name of the service that is the middleware `securityHeaders()`. */
export const SECURITY_HEADERS_SERVICE: ServiceName<Middleware> = '@app/security-headers'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/security-headers` reads. */
    readonly security_headers?: ConfigSection<SecurityHeadersOptions> | undefined
  }
}

/**
 * Sets the headers of the section `security_headers`, or the defaults, on every response.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/security-headers` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [SECURITY_HEADERS_SERVICE]: (container) =>
        fromSection<SecurityHeadersOptions, Middleware>(container, 'security_headers', securityHeaders),
    },
  },
  middleware_pipeline: { [SECURITY_HEADERS_SERVICE]: { middleware: SECURITY_HEADERS_SERVICE, priority: 9_000 } },
})
