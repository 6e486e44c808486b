import { type Answer, HttpError, type RequestHandler, type ServerRequest } from '@app/http'
import { answerCheck, sourceOf } from '@app/http/framework'
import type { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { InvalidResponseError } from '../middleware/invalid-middleware-error.ts'
import { isRoutingFailure } from '../routing/matched-route.ts'
import type { Continuation, ErrorHandling, ErrorNode, Scope } from './node.ts'

/**
 * Passes the errors of `handle` to the next error middleware after this position. Without any, `handle` stays as it is
 * and costs a request nothing.
 */
export function guarded(handle: RequestHandler, { handleError }: Continuation): Continuation {
  if (!handleError) return { handle }
  return {
    handleError,
    handle: (request) => {
      try {
        const answer = handle(request)
        return answer instanceof Promise ? answer.catch((error: unknown) => offer(error, request, handleError)) : answer
      } catch (error) {
        return offer(error, request, handleError)
      }
    },
  }
}

function offer(error: unknown, request: ServerRequest, handleError: ErrorHandling): Answer {
  if (isUnanswered(error, request)) throw error
  return handleError(error, request)
}

/**
 * Passes an error to the next error middleware. If none follows, throws the error, and notes it, so that positions
 * further out do not offer it to error middleware a second time.
 */
export function passOn(error: unknown, request: ServerRequest, handleError: ErrorHandling | undefined): Answer {
  if (handleError) return handleError(error, request)
  const source = sourceOf(request)
  const known = unanswered.get(source)
  if (known) known.add(error)
  else unanswered.set(source, new Set([error]))
  throw error
}

/** The errors of each request for which no error middleware was left. A thrown value may also be a string. */
const unanswered = new WeakMap<object, Set<unknown>>()

function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return unanswered.get(sourceOf(request))?.has(error) === true
}

/**
 * Compiles error middleware (contract 2.6, 7). Requests without an error skip it; it runs for errors of the positions
 * before it. It also gets a 404 for a request whose path no route has, if the routing step of its application has run
 * and nothing before it has answered.
 */
export function errorLayer(node: ErrorNode, next: Continuation, { container, routes }: Scope): Continuation {
  const checkAnswer = answerCheck((answer) => new InvalidResponseError(node.place, answer))
  const run = (error: unknown, request: ServerRequest, unhandled: ErrorHandling | undefined): Answer => {
    const answer = (middleware: ErrorMiddleware) =>
      checkAnswer(
        middleware.run(error, request, (onward, ...errors) =>
          errors.length ? passOn(errors[0], onward, unhandled) : next.handle(onward),
        ),
      )
    const middleware = node.find(container)
    return middleware instanceof Promise ? middleware.then(answer) : answer(middleware)
  }
  const handleError: ErrorHandling = (error, request) => {
    const replaced = (thrown: unknown): Answer => {
      if (isUnanswered(thrown, request)) throw thrown
      return passOn(thrown, request, next.handleError)
    }
    try {
      const answer = run(error, request, next.handleError)
      return answer instanceof Promise ? answer.catch(replaced) : answer
    } catch (thrown) {
      return replaced(thrown)
    }
  }
  const resume: ErrorHandling = (_error, onward) => next.handle(onward)
  return {
    handleError,
    handle: noting((request) =>
      isRoutingFailure(request, routes?.match) ? run(new HttpError(404), request, resume) : next.handle(request),
    ),
  }
}

/**
 * Notes the errors of everything after error middleware: they are not for this error middleware, so middleware before
 * it, through which they pass on their way out, must not offer them to it.
 */
function noting(handle: RequestHandler): RequestHandler {
  return (request) => {
    const note = (error: unknown): never => passOn(error, request, undefined) as never
    try {
      const answer = handle(request)
      return answer instanceof Promise ? answer.catch(note) : answer
    } catch (error) {
      return note(error)
    }
  }
}
