import { HttpError } from '@app/core'
import { describeValue } from '@app/core/extending'

/**
 * A value that is not an error was passed to `next` as one: `next(request, response, 'reason')`. The value is the
 * `cause` of this error.
 *
 * It is answered with 500, or with 404 if the value is falsy, such as `false` or 0, since such a value reports no
 * failure.
 *
 * @example
 * const responder: ErrorResponder = (error) => text(`${PassedError.unwrap(error)}`)
 */
export class PassedError extends HttpError {
  override readonly name = 'PassedError'

  private constructor(value: unknown) {
    const message =
      typeof value === 'string' && value !== '' ? value : `next() got ${describeValue(value)} as an error.`
    super(value ? 500 : 404, message, { cause: value })
  }

  /** Returns an error unchanged, and any other value in a `PassedError`. */
  static from(value: unknown): Error {
    return value instanceof Error ? value : new PassedError(value)
  }

  /** Returns what error middleware of the older signature gets: the value that was passed to `next`, or any other error. */
  static unwrap(error: unknown): unknown {
    return error instanceof PassedError ? error.cause : error
  }
}
