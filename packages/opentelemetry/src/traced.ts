import type { Awaitable, RequestHandler, ServerRequest } from '@app/core'
import { matchedPath, onEnd, onError } from '@app/core/extending'
import { type Context, context, propagation, type TextMapGetter, type Tracer } from '@opentelemetry/api'
import type { Meters } from './meters.ts'
import { type Outcome, outcomeAttributes, requestAttributes } from './request-attributes.ts'
import { annotate, startServerSpan } from './server-span.ts'
import { surroundingSpan } from './surrounding-span.ts'

/** A request with its handler, and the tracer and the metrics of the registered SDK. */
export interface Traced {
  readonly request: ServerRequest
  readonly handler: RequestHandler
  readonly tracer: Tracer | undefined
  readonly meters: Meters | undefined
  /** True if the server spans that this package makes get the query of the URL, as the attribute `url.query`. */
  readonly query: boolean
}

/** Answers a request inside of its server span: the span that other code has made, or a new one. */
export function traced({ request, handler, tracer, meters, query }: Traced): Awaitable<Response> {
  const around = context.active()
  const attributes = requestAttributes(request, query)
  let caught: Outcome['caught']
  onError(request, (error) => {
    caught = { error, time: Date.now() }
  })
  const outcome = (status: number | undefined): Outcome => ({ status, route: matchedPath(request), caught })

  const surrounding = surroundingSpan(around, request)
  if (surrounding) {
    const { span, isMeasured, isCounted } = surrounding
    if (meters && !isCounted) measure(meters, isMeasured ? undefined : around)
    annotate(span, request, attributes, outcome)
    return handler(request)
  }
  const parent = propagation.extract(around, request.headers, HEADERS)
  const inside = tracer ? startServerSpan(tracer, request, attributes, parent, outcome) : parent
  if (meters) measure(meters, inside)
  return context.with(inside, handler, undefined, request)

  /**
   * Counts the request as active until it ends. Also records its duration, with the context `within`, so that the SDK
   * can relate the duration to the span in this context. If `within` is `undefined`, the duration is not recorded here,
   * since other code records it.
   */
  function measure({ active, duration }: Meters, within: Context | undefined): void {
    const begun = performance.now()
    active.add(1, attributes.ofMetrics)
    onEnd(request, ({ status }) => {
      active.add(-1, attributes.ofMetrics)
      if (within === undefined) return
      const seconds = (performance.now() - begun) / 1_000
      duration.record(seconds, { ...attributes.ofMetrics, ...outcomeAttributes(outcome(status)) }, within)
    })
  }
}

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, key) => headers.get(key) ?? undefined,
  keys: (headers) => [...headers.keys()],
}
