import type { Route } from '@app/router'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import { matchedRoute } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { type Channel, MIDDLEWARE_CHANNEL, ROUTE_CHANNEL, type TraceMessage } from './channels.ts'

/** What a message says when its operation starts. */
export function messageOf(request: ServerRequest): TraceMessage {
  const route = matchedRoute(request)
  return {
    request,
    method: request.method,
    path: request.fullPath,
    route: route?.path,
    routeName: route?.name,
    status: undefined,
    duration: undefined,
  }
}

/**
 * Runs something within the stores that are bound to a channel, and publishes its events there.
 *
 * As node's `traceSync` where the answer is there at once, else as its `tracePromise`; neither of the two leaves that
 * to what it runs, and a chain that is synchronous must stay so under a subscriber.
 */
export function trace<M extends TraceMessage>(channel: Channel<M>, message: M, run: () => Answer): Answer {
  const begun = performance.now()
  const finish = (status?: number) => {
    const route = matchedRoute(message.request)
    message.route = route?.path
    message.routeName = route?.name
    message.status = status
    message.duration = performance.now() - begun
  }
  const fail = (error: unknown) => {
    finish()
    message.error = error
    channel.error.publish(message)
  }
  const settle = () => {
    channel.asyncStart.publish(message)
    channel.asyncEnd.publish(message)
  }
  return channel.start.runStores(message, () => {
    try {
      const answer = run()
      if (answer instanceof Promise) {
        return answer.then(
          (response) => {
            finish(response.status)
            settle()
            return response
          },
          (error) => {
            fail(error)
            settle()
            throw error
          },
        )
      }
      finish(answer.status)
      return answer
    } catch (error) {
      fail(error)
      throw error
    } finally {
      channel.end.publish(message)
    }
  })
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
