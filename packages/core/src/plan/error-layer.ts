import { type Answer, HttpError, type RequestHandler, type ServerRequest } from '@app/http'
import { answerCheck, sourceOf } from '@app/http/framework'
import type { Container } from '../container/container.ts'
import type { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { InvalidResponseError } from '../middleware/invalid-middleware-error.ts'
import { isRoutingFailure } from '../routing/matched-route.ts'
import type { Continuation, ErrorNode, FailureHandler } from './node.ts'

/**
 * Passes the errors of `handle` to the next error middleware after this position. Without any, `handle` stays as it is
 * and costs a request nothing.
 */
export function guarded(handle: RequestHandler, { fail }: Continuation): Continuation {
  if (!fail) return { handle }
  return {
    fail,
    handle: (request) => {
      try {
        const answer = handle(request)
        return answer instanceof Promise ? answer.catch((error: unknown) => offer(error, request, fail)) : answer
      } catch (error) {
        return offer(error, request, fail)
      }
    },
  }
}

function offer(error: unknown, request: ServerRequest, fail: FailureHandler): Answer {
  if (isUnanswered(error, request)) throw error
  return fail(error, request)
}

/**
 * Passes an error to the next error middleware. If none follows, throws the error, and notes it, so that positions
 * further out do not offer it to error middleware a second time.
 */
export function passOn(error: unknown, request: ServerRequest, fail: FailureHandler | undefined): Answer {
  if (fail) return fail(error, request)
  if (typeof error === 'object' && error !== null) unanswered.set(error, sourceOf(request))
  throw error
}

/** The errors for which no error middleware was left, each with the request in which it was thrown. */
const unanswered = new WeakMap<object, object>()

function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return typeof error === 'object' && error !== null && unanswered.get(error) === sourceOf(request)
}

/**
 * Compiles error middleware (contract 2.6, 7). Requests without an error skip it; it runs for errors of the positions
 * before it. It also gets a 404 for a request whose path no route has, if routing has run and nothing before it has
 * answered.
 */
export function errorLayer(node: ErrorNode, next: Continuation, container: Container | undefined): Continuation {
  const checkAnswer = answerCheck((answer) => new InvalidResponseError(node.place, answer))
  const run = (error: unknown, request: ServerRequest, unhandled: FailureHandler | undefined): Answer => {
    const answer = (middleware: ErrorMiddleware) =>
      checkAnswer(
        middleware.run(error, request, (onward, ...errors) =>
          errors.length ? passOn(errors[0], onward, unhandled) : next.handle(onward),
        ),
      )
    const middleware = node.find(container)
    return middleware instanceof Promise ? middleware.then(answer) : answer(middleware)
  }
  const fail: FailureHandler = (error, request) => {
    const replaced = (thrown: unknown): Answer => {
      if (isUnanswered(thrown, request)) throw thrown
      return passOn(thrown, request, next.fail)
    }
    try {
      const answer = run(error, request, next.fail)
      return answer instanceof Promise ? answer.catch(replaced) : answer
    } catch (thrown) {
      return replaced(thrown)
    }
  }
  const ignore404: FailureHandler = (_error, onward) => next.handle(onward)
  return {
    fail,
    handle: (request) =>
      isRoutingFailure(request) ? run(new HttpError(404), request, ignore404) : next.handle(request),
  }
}
