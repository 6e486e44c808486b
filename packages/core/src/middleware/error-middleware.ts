import { refuseSecond } from '@app/checks'
import type { Awaitable, ServerRequest } from '@app/http'

/** Goes on after error middleware: with an error, at the next error middleware; without one, as a normal request. */
export type ErrorContinuation = (request: ServerRequest, ...error: [] | [unknown]) => Awaitable<Response>

type RunForError = (error: unknown, request: ServerRequest, next: ErrorContinuation) => Awaitable<Response>

const BRAND = Symbol.for('@app/core/ErrorMiddleware')

/** Middleware that runs for errors alone. Made by `errorMiddleware`. */
export class ErrorMiddleware {
  /** Exists in the types only. Without a visible member, every value would be assignable to this class. */
  declare readonly '@app/core/ErrorMiddleware': true

  /** @internal */
  readonly run: RunForError

  private constructor(run: RunForError) {
    this.run = run
  }

  /** @internal */
  static from(run: RunForError): ErrorMiddleware {
    return new ErrorMiddleware(run)
  }

  /** True for error middleware of this or another copy of the package. */
  static is(value: unknown): value is ErrorMiddleware {
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

Object.defineProperty(ErrorMiddleware.prototype, BRAND, { value: true })

/**
 * Makes middleware that runs for errors alone: those that middleware before it has thrown, and the 404 of a request whose
 * path no route has. `next(request)` resumes the pipeline without the error, `next(request, error)` passes an error on to
 * the next error middleware.
 *
 * Most applications use `ErrorHandler` instead, which answers all errors in one place.
 *
 * @example
 * app.pipe(errorMiddleware((error, request, next) => (request.path === '/old' ? text('Moved') : next(request, error))))
 */
export function errorMiddleware(run: RunForError): ErrorMiddleware
export function errorMiddleware(run: RunForError, ...more: readonly unknown[]): ErrorMiddleware {
  refuseSecond('errorMiddleware', more, 'Write [errorMiddleware(first), errorMiddleware(second)].')
  return ErrorMiddleware.from(run)
}
