import type { EndListener } from './request-end.ts'
import type { ServerRequest } from './server-request.ts'

/**
 * Tells a listener once how a request ended: when the last octet of its answer was sent, or when its client has left.
 *
 * For logs and metrics in middleware; nothing is watched for a request that nobody asks about.
 */
export function onEnd(request: ServerRequest, listener: EndListener): void {
  request.source.whenOver(listener)
}
