import type { Route } from '@app/router'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import { matchedRoute } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { type Channel, MIDDLEWARE_CHANNEL, ROUTE_CHANNEL, type TraceMessage } from './channels.ts'

/** The message of an operation that starts. */
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
 * Runs an operation with the stores that are bound to a channel, and publishes its events.
 *
 * Publishes like node's `traceSync` for a synchronous answer and like `tracePromise` for a promise. Node has no
 * function for both, and tracing must not make a synchronous chain asynchronous.
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

/**
 * A handler that publishes its runs at a position; the same handler if the channel has no subscriber at compile time.
 */
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

/** A handler that publishes the runs of a route; the same handler if the channel has no subscriber at compile time. */
export function tracedRoute(handler: RequestHandler, { path, name }: Route): RequestHandler {
  const channel = ROUTE_CHANNEL
  if (!channel?.hasSubscribers) return handler
  return (request) => trace(channel, { ...messageOf(request), route: path, routeName: name }, () => handler(request))
}
