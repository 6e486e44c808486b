import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'
import { Pipeline } from '../pipeline/pipeline.ts'

/** What a server asks for each request: a pipeline's own entry, or one around a handler. */
export function entryOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): RequestHandler {
  // A pipeline of another copy of this package is an object with `process` and is piped as such.
  if (handler instanceof Pipeline) return handler.handle
  return new Pipeline(onError ? { onError } : {}).pipe(handler).handle
}

/** Who hears of errors outside of middleware: whoever the server names, else the listener of the application. */
export function listenerOf(
  handler: RequestHandler | RequestHandlerInterface,
  onError: ErrorListener | undefined,
): ErrorListener | undefined {
  return onError ?? (handler instanceof Pipeline ? handler.errorListener : undefined)
}
