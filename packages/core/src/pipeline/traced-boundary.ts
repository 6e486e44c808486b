import type { ErrorListener, RequestHandler } from '@app/http'
import { boundary, logError } from '@app/http/framework'
import { tracedEntry } from '#watching'

/** The boundary around a handler that publishes each request; `undefined` if nobody listens at compile time. */
export function tracedBoundary(handler: RequestHandler, onError: ErrorListener = logError): RequestHandler | undefined {
  return tracedEntry((listener) => boundary(handler, listener), onError)
}
