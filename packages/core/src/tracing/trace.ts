import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import { logError } from '@app/http/framework'
import type { Route } from '@app/router'
import type { Channel } from '#platform/primitives'
import { matchedRoute } from '../matching/matched-route.ts'
import { MIDDLEWARE_CHANNEL, REQUEST_CHANNEL, ROUTE_CHANNEL, type TraceMessage } from './channels.ts'

/**
 * Gives the channels that have subscribers now, as one bit each.
 *
 * Pipelines are compiled with tracing for these channels only. The outermost handler compares the bits once for each
 * request, so untraced middleware costs nothing.
 */
export function channelsHeard(): number {
  return (
    (REQUEST_CHANNEL?.hasSubscribers ? 1 : 0) |
    (MIDDLEWARE_CHANNEL?.hasSubscribers ? 2 : 0) |
    (ROUTE_CHANNEL?.hasSubscribers ? 4 : 0)
  )
}

type Listener = (error: unknown, request: ServerRequest) => void

/**
 * Makes an outermost handler that publishes each request on the channel `@app/core:request`; `undefined` if the channel
 * has no subscriber when the pipeline is compiled.
 *
 * `entryFor` makes the handler of one request, with a listener for the errors that this handler answers: each of them
 * becomes the `error` of the request's message.
 */
export function tracedEntry(
  entryFor: (onError: Listener) => RequestHandler,
  onError: Listener = logError,
): RequestHandler | undefined {
  const channel = REQUEST_CHANNEL
  if (!channel?.hasSubscribers) return undefined
  return (request) => {
    const message = messageOf(request)
    const entry = entryFor((error, failed) => {
      message.error = error
      channel.error.publish(message)
      return onError(error, failed)
    })
    return trace(channel, message, () => entry(request))
  }
}

/** Makes the message of an operation that starts. */
function messageOf(request: ServerRequest): TraceMessage {
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
 * Runs an operation and publishes its events. Code in the operation sees the values of each `AsyncLocalStorage` that a
 * subscriber has bound to the channel.
 *
 * Publishes like node's `traceSync` for a synchronous answer and like `tracePromise` for a promise. Node has no
 * function for both, and tracing must not make a synchronous chain asynchronous.
 */
function trace<M extends TraceMessage>(channel: Channel<M>, message: M, run: () => Answer): Answer {
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
 * Makes a handler that publishes each run of the middleware at a position on the channel `@app/core:middleware`. If the
 * channel has no subscriber when the pipeline is compiled, the result is the given handler.
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

/**
 * Makes a handler that publishes each run of a route on the channel `@app/core:route`. If the channel has no subscriber
 * when the route is compiled, the result is the given handler.
 */
export function tracedRoute(handler: RequestHandler, { path, name }: Route): RequestHandler {
  const channel = ROUTE_CHANNEL
  if (!channel?.hasSubscribers) return handler
  return (request) => trace(channel, { ...messageOf(request), route: path, routeName: name }, () => handler(request))
}
