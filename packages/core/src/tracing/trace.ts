import type { Awaitable, RequestHandler, ServerRequest } from '@app/http'
import { logError } from '@app/http/internal'
import type { Route } from '@app/router'
import type { Channel } from '#platform/primitives'
import { matchedRoute } from '../routing/matched-route.ts'
import {
  MIDDLEWARE_CHANNEL,
  type MiddlewareMessage,
  REQUEST_CHANNEL,
  type RequestMessage,
  ROUTE_CHANNEL,
  type TraceMessage,
} from './channels.ts'

type Listener = (error: unknown, request: ServerRequest) => void

/** True if somebody listens to the channel `@app/core:request`. */
export function isRequestHeard(): boolean {
  return REQUEST_CHANNEL?.hasSubscribers === true
}

/**
 * Runs the outermost handler, and publishes the request on the channel `@app/core:request`.
 *
 * `entryFor` makes the handler of one request, with a listener for the errors that this handler answers: each of them
 * becomes the `error` of the message.
 */
export function tracedRequest(
  request: ServerRequest,
  entryFor: (onError: Listener) => RequestHandler,
  onError: Listener = logError,
): Awaitable<Response> {
  const channel = REQUEST_CHANNEL as Channel<RequestMessage>
  const message = messageOf(request)
  const entry = entryFor((error, failed) => {
    message.error = error
    channel.error.publish(message)
    return onError(error, failed)
  })
  return trace(channel, message, () => entry(request))
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
 * Publishes like node's `traceSync` for a synchronous response and like `tracePromise` for a promise. Node has no
 * function for both, and tracing must not make a synchronous chain asynchronous.
 */
function trace<M extends TraceMessage>(
  channel: Channel<M>,
  message: M,
  run: () => Awaitable<Response>,
): Awaitable<Response> {
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

/** True while somebody listens to the channel `@app/core:middleware`. */
export function isMiddlewareHeard(): boolean {
  return MIDDLEWARE_CHANNEL?.hasSubscribers === true
}

/** Runs the middleware at a position, and publishes the run on the channel `@app/core:middleware`. */
export function tracedMiddleware(
  request: ServerRequest,
  { place, name }: { readonly place: string; readonly name: string | undefined },
  run: () => Awaitable<Response>,
): Awaitable<Response> {
  const channel = MIDDLEWARE_CHANNEL as Channel<MiddlewareMessage>
  return trace(channel, { ...messageOf(request), name, place }, run)
}

/** Makes a handler that publishes each run of a route on the channel `@app/core:route`, while somebody listens. */
export function tracedRoute(handler: RequestHandler, { path, name }: Route): RequestHandler {
  const channel = ROUTE_CHANNEL
  if (!channel) return handler
  return (request) => {
    if (!channel.hasSubscribers) return handler(request)
    return trace(channel, { ...messageOf(request), route: path, routeName: name }, () => handler(request))
  }
}
