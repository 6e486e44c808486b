import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RUNNER, type Runner } from '../pipeline/runner.ts'

/** What runs a pipeline or an application; one around any other handler. */
export function runnerOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): Runner {
  // A pipeline of another copy of this package is an object with `process` and is piped as such.
  return ownRunner(handler) ?? new Pipeline(onError ? { onError } : {}).pipe(handler)[RUNNER]
}

/** What a server asks for each request. */
export function entryOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): RequestHandler {
  return runnerOf(handler, onError).handle
}

/** Who hears of errors outside of middleware: whoever the server names, else the listener of the application. */
export function listenerOf(
  handler: RequestHandler | RequestHandlerInterface,
  onError: ErrorListener | undefined,
): ErrorListener | undefined {
  return onError ?? ownRunner(handler)?.onError
}

function ownRunner(handler: RequestHandler | RequestHandlerInterface): Runner | undefined {
  return RUNNER in handler ? (handler[RUNNER] as Runner) : undefined
}
