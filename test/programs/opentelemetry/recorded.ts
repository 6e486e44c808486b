import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { measured, reader, spans } from './telemetry.ts'

/** The members of a span that the test compares. */
export interface RecordedSpan {
  readonly name: string
  readonly kind: string
  readonly status: string
  readonly id: string
  readonly parent: string | undefined
  readonly trace: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
}

/** The measurement of an instrument for one combination of attributes. */
export interface RecordedPoint {
  readonly name: string
  readonly unit: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly value: unknown
}

/** The data that the SDK has recorded since the program started. */
export async function recorded(): Promise<{ spans: readonly RecordedSpan[]; points: readonly RecordedPoint[] }> {
  measured.reset()
  await reader.forceFlush()
  const metrics = measured.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  return {
    spans: spans.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: SpanKind[span.kind],
      status: SpanStatusCode[span.status.code],
      id: span.spanContext().spanId,
      parent: span.parentSpanContext?.spanId,
      trace: span.spanContext().traceId,
      attributes: span.attributes,
      events: span.events.map(({ name, attributes }) => `${name} ${attributes?.['exception.message']}`),
    })),
    points: metrics.flatMap(({ descriptor: { name, unit }, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({ name, unit, attributes, value })),
    ),
  }
}
