import { HttpError } from '@app/core'
import type { ProblemDetails } from './problem.ts'

const BRAND = Symbol.for('@app/problem-details/ProblemDetailsError')

/** What a `ProblemDetailsError` may carry beside its details. */
export interface ProblemDetailsErrorOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error whose details are for the client: `throw new ProblemDetailsError({ status: 409, detail: 'Taken.' })`.
 *
 * Where nobody makes a problem of it, it answers with its status as every `HttpError`.
 * Throws a `RangeError` for a status that is not from 400 to 599.
 */
export class ProblemDetailsError extends HttpError {
  readonly details: ProblemDetails

  constructor(details: ProblemDetails, options: ProblemDetailsErrorOptions = {}) {
    super(details.status, details.detail ?? details.title, options)
    this.details = details
  }

  /** Whether a value is such an error, of this copy of the package or another. */
  static override is(value: unknown): value is ProblemDetailsError {
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

Object.defineProperty(ProblemDetailsError.prototype, BRAND, { value: true })
