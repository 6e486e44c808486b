import type { Config, ConfigProvider, Middleware, ServiceName } from '@app/core'
import { fromSection } from '@app/core/extending'
import { type OpenTelemetryOptions, openTelemetry } from './opentelemetry.ts'

/** The name of the middleware as a service. */
export const OPENTELEMETRY_SERVICE: ServiceName<Middleware> = '@app/opentelemetry'

/** The configuration that `configProvider` reads. */
export interface OpenTelemetryConfig extends Config {
  readonly opentelemetry?: OpenTelemetryOptions
}

/**
 * Traces and measures requests, with the options of the section `opentelemetry`, in front of everything else, including
 * error handlers and the access log.
 *
 * Another `priority` or a `path` for the pipeline's entry `@app/opentelemetry` moves it.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [OPENTELEMETRY_SERVICE]: (container) =>
        fromSection<OpenTelemetryOptions, Middleware>(container, 'opentelemetry', openTelemetry),
    },
  },
  middleware_pipeline: { [OPENTELEMETRY_SERVICE]: { middleware: OPENTELEMETRY_SERVICE, priority: 11_000 } },
})
