import type { Answer, ServerRequest } from '@app/http'

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
