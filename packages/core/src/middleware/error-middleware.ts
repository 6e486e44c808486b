import { type Answer, HttpError, type RequestHandler, type ServerRequest } from '@app/http'
import { answerCheck, sourceOf } from '@app/http/framework'
import { isRoutingFailure } from '../matching/matched-route.ts'
import type {
  Continuation,
  FailureHandler,
  PreparedErrorMiddleware,
  Surroundings,
} from '../tree/prepared-middleware.ts'
import { InvalidResponseError } from './invalid-middleware-error.ts'

/**
 * Continues behind error middleware: with an error, at the next error middleware; without an error, as a normal
 * request.
 */
type ErrorContinuation = (request: ServerRequest, ...error: [] | [unknown]) => Answer

const BRAND = Symbol.for('@app/core/ErrorMiddleware')

/**
 * Middleware that only runs for errors. Made by `doublePassError` (contract 4.3, variant A).
 *
 * @example
 * const isForErrors = ErrorMiddleware.is(middleware)
 */
export class ErrorMiddleware {
  /** Exists in the types only. Without a visible member, every value would be assignable to this class. */
  declare readonly '@app/core/ErrorMiddleware': true

  /** @internal */
  readonly run: (error: unknown, request: ServerRequest, next: ErrorContinuation) => Answer

  /** @internal Made by `doublePassError`. */
  static from(run: (error: unknown, request: ServerRequest, next: ErrorContinuation) => Answer): ErrorMiddleware {
    return new ErrorMiddleware(run)
  }

  private constructor(run: (error: unknown, request: ServerRequest, next: ErrorContinuation) => Answer) {
    this.run = run
  }

  /** Whether a value is error middleware of this or another copy of the package. */
  static is(value: unknown): value is ErrorMiddleware {
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

Object.defineProperty(ErrorMiddleware.prototype, BRAND, { value: true })

/**
 * Gives a continuation that calls `handle`, and passes the errors that `handle` throws or rejects with to `fail`, the
 * nearest error middleware behind this position of the pipeline.
 *
 * Without `fail`, the continuation has `handle` unwrapped, which costs nothing for a request.
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

/**
 * Passes an error to the next error middleware. If no error middleware follows, throws the error and marks it, so that
 * outer positions do not pass it to error middleware again.
 */
export function passOn(error: unknown, request: ServerRequest, fail: FailureHandler | undefined): Answer {
  if (fail) return fail(error, request)
  if (typeof error === 'object' && error !== null) unanswered.set(error, sourceOf(request))
  throw error
}

/**
 * The errors for which no further error middleware was left, each with its request. Outer positions throw such an error
 * again, and do not pass it to error middleware.
 */
const unanswered = new WeakMap<object, object>()

export function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return typeof error === 'object' && error !== null && unanswered.get(error) === sourceOf(request)
}

function offer(error: unknown, request: ServerRequest, fail: FailureHandler): Answer {
  if (isUnanswered(error, request)) throw error
  return fail(error, request)
}

/** Gives the error middleware of a position; if it is a service, fetches the service when it is first needed. */
export type ErrorMiddlewareSource = (surroundings: Surroundings) => ErrorMiddleware | Promise<ErrorMiddleware>

/**
 * Prepares error middleware (contract 2.6, 7). Requests without an error skip it; it runs for errors of the positions
 * in front of it. It also gets a 404 error for a request whose path no route has, if routing has run and nothing in
 * front has answered.
 */
export function prepareErrorMiddleware(
  source: ErrorMiddlewareSource,
  place: string,
  value: unknown,
): PreparedErrorMiddleware {
  const checkAnswer = answerCheck((answer) => new InvalidResponseError(place, answer))
  return {
    kind: 'error',
    place,
    source,
    value,
    compile: (next, surroundings) => {
      const run = (error: unknown, request: Parameters<typeof passOn>[1], unhandled: typeof next.fail) => {
        const answer = (middleware: ErrorMiddleware) =>
          checkAnswer(
            middleware.run(error, request, (onward, ...errors) =>
              errors.length ? passOn(errors[0], onward, unhandled) : next.handle(onward),
            ),
          )
        const middleware = source(surroundings)
        return middleware instanceof Promise ? middleware.then(answer) : answer(middleware)
      }
      const fail = (error: unknown, request: Parameters<typeof passOn>[1]) => {
        const replaced = (thrown: unknown) => {
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
      return {
        fail,
        handle: (request) =>
          isRoutingFailure(request)
            ? run(new HttpError(404), request, (_error, onward) => next.handle(onward))
            : next.handle(request),
      }
    },
  }
}
