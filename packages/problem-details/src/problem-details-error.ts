import { HttpError } from '@app/core'
import { hasBrand } from '@app/core/extending'
import type { ProblemDetails } from './problem.ts'

const BRAND = Symbol.for('@app/problem-details/ProblemDetailsError')

/** Options of a `ProblemDetailsError`. */
export interface ProblemDetailsErrorOptions extends ErrorOptions {
  /** Headers of the response, beside its `Content-Type`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * An error whose details are for the client: `throw new ProblemDetailsError({ status: 409, detail: 'Taken.' })`.
 *
 * Without `problemDetails` before the route, the response has its status, as for every `HttpError`. Throws a
 * `RangeError` for a status that is not from 400 to 599.
 *
 * @example
 * throw new ProblemDetailsError({ status: 409, title: 'The notice is taken down already' })
 */
export class ProblemDetailsError extends HttpError {
  override readonly name = 'ProblemDetailsError'
  readonly details: ProblemDetails

  constructor(details: ProblemDetails, options: ProblemDetailsErrorOptions = {}) {
    super(details.status, details.detail ?? details.title, options)
    this.details = details
  }

  /** True if a value is a `ProblemDetailsError` of this or another copy of the package. */
  static override is(value: unknown): value is ProblemDetailsError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(ProblemDetailsError.prototype, BRAND, { value: true })
