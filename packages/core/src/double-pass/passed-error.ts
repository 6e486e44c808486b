import { answeringWith, describeValue } from '@app/http/framework'

/**
 * A value that is no error was passed to `next` as an error: `next(request, response, 'reason')`. The value is its
 * `cause`.
 *
 * It is answered with 500, or with 404 if the value is falsy, such as `false` or 0, since such a value reports no
 * failure.
 *
 * @example
 * const responder: ErrorResponder = (error) => text(`${PassedError.unwrap(error)}`)
 */
export class PassedError extends Error {
  override readonly name = 'PassedError'

  private constructor(value: unknown) {
    super(typeof value === 'string' && value !== '' ? value : `next() got ${describeValue(value)} as an error.`, {
      cause: value,
    })
  }

  /** Gives an error as it is, and any other value as an error. */
  static from(value: unknown): Error {
    if (value instanceof Error) return value
    const error = new PassedError(value)
    return value ? error : answeringWith(404, error)
  }

  /** The value for error middleware of the older signature: the one that was passed to `next`. */
  static unwrap(error: unknown): unknown {
    return error instanceof PassedError ? error.cause : error
  }
}
