import type { EndListener } from '../request/request-end.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { heeded } from './heed.ts'

/**
 * Calls a listener once when a request ends: when the last octet of the answer was sent, or when the client left.
 *
 * For logs and metrics in middleware. The listener runs in the asynchronous context of this call. An error that it throws or
 * rejects with is reported as one of the request. A request without such a listener is not watched.
 */
export function onEnd(request: ServerRequest, listener: EndListener): void {
  request.source.whenOver(heeded(request, listener))
}
