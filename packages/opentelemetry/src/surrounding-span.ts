import type { ServerRequest } from '@app/core'
import { matchedPath } from '@app/core/extending'
import { type Context, createContextKey, isSpanContextValid, type Span, SpanKind, trace } from '@opentelemetry/api'

/**
 * The data that `@opentelemetry/instrumentation-http`, below called http instrumentation, puts into the context of a
 * request. Frameworks set its `route`, which http instrumentation reads when the request is over.
 */
interface RpcMetadata {
  readonly type: string
  readonly span: Span
  route?: string | undefined
}

/**
 * The key under which `@opentelemetry/core` keeps the `RpcMetadata` of a request: `createContextKey` gives all callers
 * the same symbol for the same string.
 */
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA')

/** The spans that this package already uses for a request. */
const taken = new WeakSet<Span>()

/** Marks a span as used for a request, so that another request inside of it gets a span of its own. */
export function take(span: Span): void {
  taken.add(span)
}

/**
 * A server span that other code has made, and whether that code already measures the duration of the request
 * (`isMeasured`), and counts the request while it is active (`isCounted`).
 */
export interface SurroundingSpan {
  readonly span: Span
  readonly isMeasured: boolean
  readonly isCounted: boolean
}

/**
 * Finds the server span that other code has made for this request, such as http instrumentation of node, or Deno
 * itself; returns `undefined` if there is no such span. Also makes the route available to http instrumentation, which
 * needs it for the name of the span and for its metrics.
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
  // The type `Span` of the API has no `kind`. Spans of the SDK have one; spans of Deno, which also measures requests,
  // have none.
  const isOfRuntime = span.kind === undefined
  if (!isOfRuntime && span.kind !== SpanKind.SERVER) return undefined
  take(span)
  return { span, isMeasured: isOfRuntime, isCounted: isOfRuntime }
}

type KnownSpan = Span & { readonly kind?: SpanKind }

/**
 * Makes `metadata.route` a getter, which returns the route of the request at any time: if a client leaves before the
 * response, no further code of this package runs that could set it. Another framework around the application or inside
 * of it may still set its own route, which http instrumentation reads if no route of the application matched.
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
