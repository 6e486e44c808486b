import type { EndListener } from '../request/request-end.ts'
import type { ServerRequest } from '../request/server-request.ts'

/**
 * Calls a listener once when a request ends: when the last octet of the answer was sent, or when the client left.
 *
 * For logs and metrics in middleware. A request without such a listener is not watched.
 */
export function onEnd(request: ServerRequest, listener: EndListener): void {
  request.source.whenOver(listener)
}
