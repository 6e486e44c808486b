import type { Route } from '@app/router'
import type { RequestHandler } from '../messages/request-handler.ts'
import { messageOf, trace } from './trace.ts'
import { MIDDLEWARE_CHANNEL, ROUTE_CHANNEL } from './tracing-channels.ts'

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
