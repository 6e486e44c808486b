import type { Attributes, Context, Meter } from '@opentelemetry/api'

/** The metrics of requests. */
export interface Meters {
  readonly active: { add(value: number, attributes: Attributes): void }
  readonly duration: { record(seconds: number, attributes: Attributes, context: Context): void }
}

/**
 * Makes the metrics of requests, with the buckets that OpenTelemetry recommends for durations.
 *
 * Source: the semantic conventions for HTTP metrics of OpenTelemetry.
 */
export function createMeters(meter: Meter): Meters {
  return {
    active: meter.createUpDownCounter('http.server.active_requests', {
      description: 'Number of active HTTP server requests.',
      unit: '{request}',
    }),
    duration: meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: DURATION_BUCKETS },
    }),
  }
}

/** The buckets that OpenTelemetry recommends for durations of requests, and of messages, in seconds. */
export const DURATION_BUCKETS: number[] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
