import { UsageError } from '@app/checks'
import { markSent } from '#create-response'
import type { Awaitable, RequestHandler } from '../request/request-handler.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { discard } from '../response/discard.ts'
import { answerTo } from '../response/http-error.ts'
import { withOpenHeaders } from '../response/open-headers.ts'
import { responseUsed } from '../response/response-options.ts'
import { announceError } from './hooks.ts'
import { type ErrorListener, logError, report, reportError } from './report.ts'

/**
 * Makes the outermost handler, which calls the given handler, and reports and answers its errors.
 *
 * An `HttpError` answers with its status, every other error with 500. The response shows no details, except the message
 * of an `HttpError` with `expose`. Sending a response twice is an error too.
 */
export function boundary(handler: RequestHandler, onError: ErrorListener = logError): RequestHandler {
  return (request) => {
    let answer: Awaitable<Response>
    try {
      answer = handler(request)
    } catch (error) {
      return answerError(error, request, onError)
    }
    if (!(answer instanceof Promise)) return finish(answer, request, onError)
    return answer.then(
      (response) => finish(response, request, onError),
      (error) => answerError(error, request, onError),
    )
  }
}

/**
 * Handles a request, and passes the response to `send`. Returns `false` if `send` was called at once, and `true` if it
 * is called later.
 */
export type DirectHandler = (
  request: ServerRequest,
  send: (response: Response, request: ServerRequest) => void,
) => boolean

/**
 * Makes the same outermost handler as `boundary`, except that it passes the response to a callback instead of returning
 * it. For an asynchronous response, this saves one promise.
 */
export function directBoundary(handler: RequestHandler, onError: ErrorListener = logError): DirectHandler {
  return (request, send) => {
    let answer: Awaitable<Response>
    try {
      answer = handler(request)
    } catch (error) {
      return deliver(answerError(error, request, onError), request, send)
    }
    if (!(answer instanceof Promise)) return deliver(finish(answer, request, onError), request, send)
    answer.then(
      (response) => deliver(finish(response, request, onError), request, send),
      (error) => deliver(answerError(error, request, onError), request, send),
    )
    return true
  }
}

/** Passes a response to `send`. Returns `true` if that happens later. */
function deliver(answer: Awaitable<Response>, request: ServerRequest, send: Parameters<DirectHandler>[1]): boolean {
  if (answer instanceof Promise) {
    answer.then((response) => send(response, request))
    return true
  }
  send(answer, request)
  return false
}

/** Makes a response ready to be sent. If that fails, returns the response to the error. */
function finish(response: Response, request: ServerRequest, onError: ErrorListener): Awaitable<Response> {
  try {
    if (request.source.decisions === undefined) {
      request.source.outcome = response
      return sendOnce(changed(response, request))
    }
  } catch (error) {
    if (!UsageError.is(error) || error.code !== 'APP_RESPONSE_USED') discard(response)
    return answerError(error, request, onError)
  }
  return decided(response, request, onError).then((answer) => finish(answer, request, onError))
}

function answerError(error: unknown, request: ServerRequest, onError: ErrorListener): Awaitable<Response> {
  announceError(error, request.source)
  report(error, request, onError)
  return finish(answerTo(error), request, onError)
}

/**
 * Runs the functions that `onOutcome` has registered. Returns the response to send: the given one, or the response
 * to an error of a function, which later functions then get.
 */
export async function decided(response: Response, request: ServerRequest, onError: ErrorListener): Promise<Response> {
  let answer = response
  for (let { decisions } = request.source; decisions !== undefined; decisions = request.source.decisions) {
    // A function may register further ones, which run after all of these.
    request.source.decisions = undefined
    for (const decide of decisions) {
      try {
        await decide(answer)
      } catch (error) {
        discard(answer)
        announceError(error, request.source)
        report(error, request, onError)
        answer = answerTo(error)
      }
    }
  }
  return answer
}

/**
 * Applies to a response the changes that `beforeSending` has registered for its request. The result is the given
 * response, or a copy if its headers cannot be changed.
 */
export function changed(response: Response, request: ServerRequest): Response {
  const { changes } = request.source
  if (changes === undefined) return response
  // The changes are removed before they run: if one of them throws, the response to its error must not get the changes
  // again.
  request.source.changes = undefined
  const open = withOpenHeaders(response)
  for (const change of changes) {
    const result: unknown = change(open)
    // If the change returns a promise, the response does not wait for it, but a rejection must not end the program.
    if (result instanceof Promise) result.catch((error: unknown) => reportError(request, error))
  }
  return open
}

const sent = new WeakSet<Response>()

/**
 * Marks a response as sent. Throws a `UsageError` if it was sent or read before.
 *
 * Sending one response to two clients would give the cookies of the first client to the second.
 */
export function sendOnce(response: Response): Response {
  if (markSent(response)) return response
  if (sent.has(response)) throw responseUsed('sent')
  if (response.bodyUsed || response.body?.locked) throw responseUsed('read')
  sent.add(response)
  return response
}
