import { reportError } from '#platform/primitives'
import { answerTo, statusOf } from '../messages/http-error.ts'
import type { RequestHandler } from '../messages/request-handler.ts'
import type { RequestSource } from '../messages/request-source.ts'
import { sendOnce } from '../messages/send-once.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { REQUEST_CHANNEL } from '../tracing/channels.ts'
import { messageOf, trace } from '../tracing/trace.ts'

/** Hears of each error that no middleware answered, before the client gets its fixed text. */
export type ErrorListener = (error: unknown, request: ServerRequest) => void

/**
 * The outermost handler: whatever is thrown inside becomes an answer without a word of the error, and a report.
 *
 * An `HttpError` gives its status, anything else 500. A response that was sent before is an error too.
 */
export function boundary(handler: RequestHandler, onError: ErrorListener = logError): RequestHandler {
  return (request) => {
    try {
      const answer = handler(request)
      if (!(answer instanceof Promise)) return sendOnce(answer)
      return answer.then(
        (response) => sendOrFail(response, request, onError),
        (error) => fail(error, request, onError),
      )
    } catch (error) {
      return fail(error, request, onError)
    }
  }
}

function sendOrFail(response: Response, request: ServerRequest, onError: ErrorListener): Response {
  try {
    return sendOnce(response)
  } catch (error) {
    return fail(error, request, onError)
  }
}

/** Reports an error to a listener, which must not make it worse, neither at once nor later. */
export function report(error: unknown, request: ServerRequest, onError: ErrorListener = logError): void {
  if (givenUp.has(request.source)) return
  try {
    const heard: unknown = onError(error, request)
    if (heard instanceof Promise) heard.catch(reportError)
  } catch (failure) {
    reportError(error)
    reportError(failure)
  }
}

/** Reports the error that a request was given up for: what its handler still throws is no news any more. */
export function reportLast(error: unknown, request: ServerRequest, onError: ErrorListener | undefined): void {
  report(error, request, onError)
  givenUp.add(request.source)
}

const givenUp = new WeakSet<RequestSource>()

function fail(error: unknown, request: ServerRequest, onError: ErrorListener): Response {
  report(error, request, onError)
  return answerTo(error)
}

/** A client's mistake is no news to whoever runs the server, nor is a client that left in the middle. */
export function logError(error: unknown, request: ServerRequest): void {
  if (statusOf(error) >= 500 && !isClientGone(error, request)) reportError(error)
}

function isClientGone(error: unknown, request: ServerRequest): boolean {
  return error instanceof DOMException && error.name === 'AbortError' && request.signal.aborted
}

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
