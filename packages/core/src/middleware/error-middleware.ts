import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import type { Continuation, FailureHandler } from '../tree/prepared-middleware.ts'

/** Continues behind error middleware: with an error in the failure chain, without one as a normal request. */
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
 * Makes a position offer its errors to the error middleware behind it.
 *
 * If no error middleware stands behind it, the result is the handler itself, at no further cost.
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
 * Passes an error to the next error middleware. Behind the last one the error is thrown, and marked so that positions
 * further out do not offer it again.
 */
export function passOn(error: unknown, request: ServerRequest, fail: FailureHandler | undefined): Answer {
  if (fail) return fail(error, request)
  if (typeof error === 'object' && error !== null) unanswered.set(error, sourceOf(request))
  throw error
}

/** Errors that no error middleware has answered, with their request. */
const unanswered = new WeakMap<object, object>()

export function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return typeof error === 'object' && error !== null && unanswered.get(error) === sourceOf(request)
}

function offer(error: unknown, request: ServerRequest, fail: FailureHandler): Answer {
  if (isUnanswered(error, request)) throw error
  return fail(error, request)
}
