import type { Answer } from '../messages/request-handler.ts'
import { matchedRoute } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { TraceMessage } from './trace-message.ts'
import type { Channel } from './tracing-channels.ts'

/** What a message says when its operation starts. */
export function messageOf(request: ServerRequest): TraceMessage {
  const route = matchedRoute(request)
  return {
    request,
    method: request.method,
    path: request.source.fullPath,
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
