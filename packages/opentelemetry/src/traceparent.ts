import { isSpanContextValid, type Span, type SpanContext, TraceFlags } from '@opentelemetry/api'

/**
 * Returns the span as the header `traceparent` has it; `undefined` if there is none.
 *
 * Source: Trace Context of the W3C. A propagator of the SDK might also write baggage, which belongs into no database.
 */
export function traceparentOf(span: Span | undefined): string | undefined {
  const found = span?.spanContext()
  if (found === undefined || !isSpanContextValid(found)) return undefined
  return `00-${found.traceId}-${found.spanId}-0${found.traceFlags & TraceFlags.SAMPLED}`
}

/** Returns the span that a `traceparent` names; `undefined` if it names none. */
export function parsedTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(String(text)) ?? []
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(found) ? found : undefined
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/
