import type { ServerRequest } from '@app/core'
import { matchedPath } from '@app/core/extending'
import { type Context, createContextKey, isSpanContextValid, type Span, SpanKind, trace } from '@opentelemetry/api'

/** What http instrumentation leaves for frameworks in the context of a request: it reads `route` when the request is over. */
interface RpcMetadata {
  readonly type: string
  readonly span: Span
  route?: string | undefined
}

/** The key that `@opentelemetry/core` uses; the API gives everybody the same symbol for the same text. */
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA')

/** The spans that belong to a request that is known here. */
const taken = new WeakSet<Span>()

/** Marks a span as that of a request, so that a request which is made inside gets a span of its own. */
export function take(span: Span): void {
  taken.add(span)
}

/**
 * The server span that something else has made for this request, such as http instrumentation of node; `undefined` if
 * there is none. Gives it the route, from which http instrumentation makes the name of the span and its metrics.
 */
export function surroundingSpan(around: Context, request: ServerRequest): Span | undefined {
  const metadata = around.getValue(RPC_METADATA) as RpcMetadata | undefined
  if (metadata?.type === 'http' && !taken.has(metadata.span)) {
    take(metadata.span)
    giveRoute(metadata, request)
    return metadata.span
  }
  const span = trace.getSpan(around)
  if (span === undefined || taken.has(span) || !span.isRecording() || !isServerSpan(span)) return undefined
  take(span)
  return span
}

/** Whether instrumentation that reads `route` made the span: it then also measures the duration. */
export function isMeasured(around: Context, span: Span): boolean {
  return (around.getValue(RPC_METADATA) as RpcMetadata | undefined)?.span === span
}

/**
 * Makes `route` that of the request at any time, since nothing else runs when a client has left before the answer.
 * Another framework around or inside may still write one of its own.
 */
function giveRoute(metadata: RpcMetadata, request: ServerRequest): void {
  let other = metadata.route
  Object.defineProperty(metadata, 'route', {
    configurable: true,
    enumerable: true,
    get: () => matchedPath(request) ?? other,
    set: (route: string | undefined) => {
      other = route
    },
  })
}

/** Whether a span is one of a server, as far as it says; the API has no word for the kind of a span. */
function isServerSpan(span: Span & { readonly kind?: SpanKind }): boolean {
  return isSpanContextValid(span.spanContext()) && span.kind === SpanKind.SERVER
}
