import { type AttributeKey, attributeKey, type Middleware } from '@app/core'
import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import type { Tracer } from '@opentelemetry/api'
import { createMeters, type Meters } from './meters.ts'
import { registeredMeter, registeredTracer } from './sdk.ts'
import { traced } from './traced.ts'

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** Measures the number and the duration of requests. Default: `true`. */
  readonly metrics?: boolean | undefined
  /** Adds the query, which may hold secrets, to spans that this middleware makes. Default: `false`. */
  readonly query?: boolean | undefined
  /** Whole paths for which this middleware makes neither spans nor metrics, such as `/health/live`. Default: none. */
  readonly ignore?: readonly string[] | undefined
}

/**
 * Middleware that adds the route and the errors to the server span of each request, and measures requests. The
 * middleware makes the server spans itself, unless other code such as `@opentelemetry/instrumentation-http` does.
 * Without an SDK the middleware only passes requests on. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe(openTelemetry({ query: true }))
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Middleware {
  const { metrics = true, query = false, ignore = [] } = checkOptions('openTelemetry()', options, KINDS)
  const ignored = new Set(ignore)
  let tracer: Tracer | undefined
  let meters: Meters | undefined
  return function openTelemetry(request, handler) {
    tracer ??= registeredTracer()
    if (metrics && meters === undefined) {
      const meter = registeredMeter()
      meters = meter && createMeters(meter)
    }
    if (tracer === undefined && meters === undefined) return handler(request)
    if (ignored.has(request.fullPath) || request.attribute(IS_TRACED)) return handler(request)
    return traced({ request: request.withAttribute(IS_TRACED, true), handler, tracer, meters, query })
  }
}

/**
 * Marks a request that this middleware already traces, since the middleware may be piped twice, or once more in a
 * nested application.
 */
const IS_TRACED: AttributeKey<boolean> = attributeKey<boolean>('traced', {
  shared: '@app/opentelemetry/traced',
  default: false,
})

const PATHS: OptionKind = {
  wants: 'a list of paths such as "/health/live"',
  accepts: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && path.startsWith('/')),
}

const KINDS = { metrics: optionKind.boolean, query: optionKind.boolean, ignore: PATHS }
