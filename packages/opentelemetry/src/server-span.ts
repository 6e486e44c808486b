import type { ServerRequest } from '@app/core'
import { beforeSending, onEnd, onError } from '@app/core/extending'
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { isFailure, type Outcome, outcomeAttributes, type RequestAttributes } from './request-attributes.ts'
import { take } from './surrounding-span.ts'

/**
 * Returns the outcome of a request that was answered with a status, or with `undefined` if the client left before the
 * response.
 */
type OutcomeOf = (status: number | undefined) => Outcome

/**
 * Starts the server span of a request, and returns the context inside of the span. The span ends when the whole
 * response was sent, or when the client leaves.
 */
export function startServerSpan(
  tracer: Tracer,
  request: ServerRequest,
  { method, ofSpan }: RequestAttributes,
  parent: Context,
  outcomeOf: OutcomeOf,
): Context {
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: ofSpan }, parent)
  take(span)
  onEnd(request, ({ status }) => {
    complete(span, method, outcomeOf(status))
    span.end()
  })
  return trace.setSpan(parent, span)
}

/**
 * Adds the outcome of a request to a span that other code ends. This happens before the response is sent, since
 * afterwards the span may have ended.
 */
export function annotate(
  span: Span,
  request: ServerRequest,
  { method }: RequestAttributes,
  outcomeOf: OutcomeOf,
): void {
  let isComplete = false
  const completeBeforeSending = () =>
    beforeSending(request, ({ status }) => {
      isComplete = true
      complete(span, method, outcomeOf(status))
    })
  completeBeforeSending()
  // Other middleware may still fail before the response is sent, which changes the status: the outcome is then added
  // again.
  onError(request, () => {
    if (isComplete) completeBeforeSending()
  })
}

/**
 * Adds the outcome of a request to its span. Source: the semantic conventions for HTTP spans and for exceptions on
 * spans of OpenTelemetry.
 */
function complete(span: Span, method: string, outcome: Outcome): void {
  if (!span.isRecording()) return
  const { status, route, caught } = outcome
  if (route !== undefined) span.updateName(`${method} ${route}`)
  span.setAttributes(outcomeAttributes(outcome))
  if (!isFailure(status)) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (caught?.error instanceof Error) span.recordException(caught.error, caught.time)
}
