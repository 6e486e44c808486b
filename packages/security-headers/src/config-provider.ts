import type { Config, ConfigProvider, Middleware, ServiceName } from '@app/core'
import { fromSection } from '@app/core/extending'
import type { SecurityHeadersOptions } from './headers-of.ts'
import { securityHeaders } from './security-headers.ts'

/** The name of the middleware as a service. */
export const SECURITY_HEADERS_SERVICE: ServiceName<Middleware> = '@app/security-headers'

/** The configuration that `configProvider` reads. */
export interface SecurityHeadersConfig extends Config {
  readonly security_headers?: SecurityHeadersOptions
}

/**
 * Sets the headers of the section `security_headers`, or the defaults, on every answer.
 *
 * Another `priority` or a `path` for the pipeline's entry `@app/security-headers` moves it.
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
