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

/** A server span that something else has made, and what its maker measures of the request beside it. */
export interface SurroundingSpan {
  readonly span: Span
  readonly isMeasured: boolean
  readonly isCounted: boolean
}

/**
 * The server span that something else has made for this request, such as http instrumentation of node or Deno itself;
 * `undefined` if there is none. Gives it the route, from which http instrumentation makes the name of the span and its
 * metrics.
 */
export function surroundingSpan(around: Context, request: ServerRequest): SurroundingSpan | undefined {
  const metadata = around.getValue(RPC_METADATA) as RpcMetadata | undefined
  if (metadata?.type === 'http' && !taken.has(metadata.span)) {
    take(metadata.span)
    giveRoute(metadata, request)
    return { span: metadata.span, isMeasured: true, isCounted: false }
  }
  const span: KnownSpan | undefined = trace.getSpan(around)
  if (span === undefined || taken.has(span) || !span.isRecording()) return undefined
  if (!isSpanContextValid(span.spanContext())) return undefined
  // The API has no word for the kind of a span. Spans of the SDK tell it; those of Deno, which measures too, do not.
  const isOfRuntime = span.kind === undefined
  if (!isOfRuntime && span.kind !== SpanKind.SERVER) return undefined
  take(span)
  return { span, isMeasured: isOfRuntime, isCounted: isOfRuntime }
}

type KnownSpan = Span & { readonly kind?: SpanKind }

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
