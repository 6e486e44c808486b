import { markSent } from '#create-response'
import type { Answer, RequestHandler } from '../request/request-handler.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { answerTo } from '../response/http-error.ts'
import { withOpenHeaders } from '../response/open-headers.ts'
import { ResponseUsedError } from '../response/response-options.ts'
import { announceError } from './hooks.ts'
import { type ErrorListener, logError, report, reportError } from './report.ts'

/**
 * Makes the outermost handler, which calls the given handler, and reports and answers its errors.
 *
 * An `HttpError` answers with its status, every other error with 500. The answer shows no details, except the message
 * of an `HttpError` with `expose`. Sending a response twice is an error too.
 */
export function boundary(handler: RequestHandler, onError: ErrorListener = logError): RequestHandler {
  return (request) => {
    try {
      const answer = handler(request)
      if (!(answer instanceof Promise)) return sendOnce(changed(answer, request))
      return answer.then(
        (response) => sendOrFail(response, request, onError),
        (error) => fail(error, request, onError),
      )
    } catch (error) {
      return fail(error, request, onError)
    }
  }
}

/**
 * Handles a request, and passes the answer to `send`. Gives `false` if `send` was called at once, and `true` if it is
 * called later.
 */
export type DirectEntry = (
  request: ServerRequest,
  send: (response: Response, request: ServerRequest) => void,
) => boolean

/**
 * Makes the same outermost handler as `boundary`, except that it passes the answer to a callback instead of returning
 * it. For an asynchronous answer, this saves one promise.
 */
export function directBoundary(handler: RequestHandler, onError: ErrorListener = logError): DirectEntry {
  return (request, send) => {
    let answer: Answer
    try {
      answer = handler(request)
      if (!(answer instanceof Promise)) answer = sendOnce(changed(answer, request))
    } catch (error) {
      answer = fail(error, request, onError)
    }
    if (!(answer instanceof Promise)) {
      send(answer, request)
      return false
    }
    answer.then(
      (response) => send(sendOrFail(response, request, onError), request),
      (error) => send(fail(error, request, onError), request),
    )
    return true
  }
}

function sendOrFail(response: Response, request: ServerRequest, onError: ErrorListener): Response {
  try {
    return sendOnce(changed(response, request))
  } catch (error) {
    return fail(error, request, onError)
  }
}

function fail(error: unknown, request: ServerRequest, onError: ErrorListener): Response {
  announceError(error, request.source)
  report(error, request, onError)
  try {
    return changed(answerTo(error), request)
  } catch (failure) {
    return fail(failure, request, onError)
  }
}

/**
 * Applies to an answer the changes that `beforeSending` has registered for its request. The result is the given
 * response, or a copy if its headers cannot be changed.
 */
export function changed(response: Response, request: ServerRequest): Response {
  const { changes } = request.source
  if (changes === undefined) return response
  // The changes are removed before they run: if one of them throws, the answer to its error must not get the changes
  // again.
  request.source.changes = undefined
  const open = withOpenHeaders(response)
  for (const change of changes) {
    const result: unknown = change(open)
    // If the change returns a promise, the answer does not wait for it, but a rejection must not end the program.
    if (result instanceof Promise) result.catch((error: unknown) => reportError(request, error))
  }
  return open
}

const sent = new WeakSet<Response>()

/**
 * Marks a response as sent. Throws `ResponseUsedError` if it was sent or read before.
 *
 * Sending one response to two clients would give the cookies of the first client to the second.
 */
export function sendOnce(response: Response): Response {
  if (markSent(response)) return response
  if (sent.has(response)) throw new ResponseUsedError('sent')
  if (response.bodyUsed || response.body?.locked) throw new ResponseUsedError('read')
  sent.add(response)
  return response
}
