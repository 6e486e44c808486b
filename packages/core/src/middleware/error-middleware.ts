import type { Answer } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'

/** Goes on behind error middleware: with the error that is passed on or replaced, or without one. */
export type ErrorContinuation = (request: ServerRequest, ...error: [] | [unknown]) => Answer

const BRAND = Symbol.for('@app/core/ErrorMiddleware')

/** Middleware for failures: it is skipped while nothing failed. `doublePassError` makes one (contract 4.3, variant A). */
export class ErrorMiddleware {
  /** In the types alone: every other member is hidden from them, and any value fits a class that has none. */
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

  /** Whether a value is error middleware, of this copy of the package or another. */
  static is(value: unknown): value is ErrorMiddleware {
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

Object.defineProperty(ErrorMiddleware.prototype, BRAND, { value: true })
