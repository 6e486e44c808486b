import type { RequestErrorListener, RequestSource } from '../request/request-source.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { printing } from './heed.ts'

/**
 * Calls a listener with each error of a request that an `ErrorHandler` or the boundary catches, as it was thrown and
 * before it is answered.
 *
 * For tracing in middleware that stands in front of error handlers. An error that the listener throws or rejects with
 * is printed. A request without such a listener is not watched.
 */
export function onError(request: ServerRequest, listener: RequestErrorListener): void {
  request.source.errorListeners ??= []
  request.source.errorListeners.push(printing(listener))
}

/** Tells the listeners of a request of an error that was caught. */
export function announceError(error: unknown, source: RequestSource): void {
  if (source.errorListeners === undefined) return
  for (const listener of source.errorListeners) listener(error)
}
