import type { ServerRequest } from '../request/server-request.ts'
import { type ErrorListener, report } from './boundary.ts'

/**
 * Reports an error that comes when nobody can answer it any more, such as that of a stream whose head was sent.
 *
 * It goes where errors go that no middleware has answered: to `onError` of the server or the application, else to the
 * log. Whoever calls this ends the answer, and throws nothing. Never throws.
 */
export function reportError(request: ServerRequest, error: unknown): void {
  report(error, request, request.source.onError as ErrorListener | undefined)
}
