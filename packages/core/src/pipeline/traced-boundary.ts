import type { RequestHandler } from '../messages/request-handler.ts'
import { messageOf, trace } from '../tracing/trace.ts'
import { REQUEST_CHANNEL } from '../tracing/tracing-channels.ts'
import { boundary, type ErrorListener, logError } from './boundary.ts'

/** The boundary around a handler; it publishes each request where somebody listens when it is compiled. */
export function tracedBoundary(handler: RequestHandler, onError: ErrorListener = logError): RequestHandler {
  const channel = REQUEST_CHANNEL
  if (!channel?.hasSubscribers) return boundary(handler, onError)
  return (request) => {
    const message = messageOf(request)
    const entry = boundary(handler, (error, failed) => {
      message.error = error
      channel.error.publish(message)
      return onError(error, failed)
    })
    return trace(channel, message, () => entry(request))
  }
}
