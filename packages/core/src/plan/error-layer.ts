import { type Awaitable, HttpError, type RequestHandler, type ServerRequest } from '@app/http'
import { answerCheck, reportReplaced } from '@app/http/internal'
import type { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { invalidResponse } from '../middleware/invalid-middleware.ts'
import { isRequest, withoutRequest } from '../middleware/refusing-handler.ts'
import { isRoutingFailure } from '../routing/matched-route.ts'
import type { Continuation, ErrorHandling, ErrorNode, Scope } from './node.ts'
import type { UnansweredErrors } from './unanswered-errors.ts'

// Error middleware runs for the errors of the positions before it, so an error goes forward first: from the position
// that threw to the next error middleware (`offeringErrors`), and from there to the one after it (`offerNext`). When none
// is left, the error is recorded as unanswered and thrown outwards, through all positions before.

/**
 * Offers the errors of `handle` to the next error middleware. Without any, `handle` stays as it is and costs a request
 * nothing.
 */
export function offeringErrors(
  handle: RequestHandler,
  { handleError }: Continuation,
  { unanswered }: Scope,
): Continuation {
  if (!handleError) return { handle }
  const offer = (error: unknown, request: ServerRequest): Awaitable<Response> => {
    if (unanswered.has(error, request)) throw error
    return handleError(error, request)
  }
  return { handleError, handle: catching(handle, offer) }
}

/** Offers an error to the next error middleware. If none is left, records it as unanswered, and throws it. */
export function offerNext(
  error: unknown,
  request: ServerRequest,
  handleError: ErrorHandling | undefined,
  unanswered: UnansweredErrors,
): Awaitable<Response> {
  if (handleError) return handleError(error, request)
  unanswered.add(error, request)
  throw error
}

/**
 * Compiles error middleware (contract 2.6, 7). Requests without an error skip it; it runs for errors of the positions
 * before it. It also gets a 404 for a request whose path no route has, if the routing step of its application has run
 * and nothing before it has answered.
 */
export function errorLayer(
  node: ErrorNode,
  next: Continuation,
  { container, routes, unanswered }: Scope,
): Continuation {
  const checkAnswer = answerCheck((answer) => invalidResponse(node.place, answer))
  const run = (error: unknown, request: ServerRequest, unhandled: ErrorHandling | undefined): Awaitable<Response> => {
    const answer = (middleware: ErrorMiddleware) =>
      checkAnswer(
        middleware.run(error, request, (onward, ...errors) => {
          if (!isRequest(onward)) throw withoutRequest(`${node.place} called its handler`, onward, 'next(request)')
          return errors.length ? offerNext(errors[0], onward, unhandled, unanswered) : next.handle(onward)
        }),
      )
    const middleware = node.find(container)
    return middleware instanceof Promise ? middleware.then(answer) : answer(middleware)
  }
  // Error middleware may throw an error of its own, which goes to the error middleware after it.
  const handleError: ErrorHandling = (error, request) =>
    catching(
      () => run(error, request, next.handleError),
      (thrown) => {
        if (unanswered.has(thrown, request)) throw thrown
        reportReplaced(error, thrown, request)
        return offerNext(thrown, request, next.handleError, unanswered)
      },
    )(request)
  const resume: ErrorHandling = (_error, onward) => next.handle(onward)
  const handle: RequestHandler = (request) =>
    isRoutingFailure(request, routes?.match) ? run(new HttpError(404), request, resume) : next.handle(request)
  // Errors of the positions after it are not for this error middleware, so no position before it may offer them.
  return { handleError, handle: catching(handle, (error, request) => offerNext(error, request, undefined, unanswered)) }
}

/** Makes a handler that passes the errors of `handle`, thrown at once or later, to `handleError`. */
function catching(handle: RequestHandler, handleError: ErrorHandling): RequestHandler {
  return (request) => {
    try {
      const answer = handle(request)
      return answer instanceof Promise ? answer.catch((error: unknown) => handleError(error, request)) : answer
    } catch (error) {
      return handleError(error, request)
    }
  }
}
