import type { Route } from '@app/router'
import type { RequestHandler } from '../middleware/middleware.ts'
import { boundary, type ErrorListener, logError } from '../pipeline/boundary.ts'
import { messageOf, trace } from './trace.ts'
import { MIDDLEWARE_CHANNEL, REQUEST_CHANNEL, ROUTE_CHANNEL } from './tracing-channels.ts'

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

/** A position of a pipeline; the handler itself where nobody listens when it is compiled. */
export function tracedMiddleware(
  handler: RequestHandler,
  place: string,
  describe: () => { readonly name?: string },
): RequestHandler {
  const channel = MIDDLEWARE_CHANNEL
  if (!channel?.hasSubscribers) return handler
  const { name } = describe()
  return (request) => trace(channel, { ...messageOf(request), name, place }, () => handler(request))
}

/** What a route runs; the handler itself where nobody listens when it is compiled. */
export function tracedRoute(handler: RequestHandler, { path, name }: Route): RequestHandler {
  const channel = ROUTE_CHANNEL
  if (!channel?.hasSubscribers) return handler
  return (request) => trace(channel, { ...messageOf(request), route: path, routeName: name }, () => handler(request))
}
