import type { Attributes, Context, Meter } from '@opentelemetry/api'
import { DURATION_BUCKETS } from './meters.ts'

/** The metrics of jobs. */
export interface JobMeters {
  readonly added: { add(value: number, attributes: Attributes): void }
  readonly duration: { record(seconds: number, attributes: Attributes, context: Context): void }
}

/** Makes the metrics of jobs. Source: the semantic conventions for messaging metrics of OpenTelemetry. */
export function createJobMeters(meter: Meter): JobMeters {
  return {
    added: meter.createCounter('messaging.client.sent.messages', {
      description: 'Number of jobs that were added.',
      unit: '{message}',
    }),
    duration: meter.createHistogram('messaging.process.duration', {
      description: 'Duration of attempts of jobs.',
      unit: 's',
      advice: { explicitBucketBoundaries: DURATION_BUCKETS },
    }),
  }
}
