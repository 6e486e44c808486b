import { HttpError } from '@app/core'
import { describeValue, hasBrand } from '@app/core/extending'

const PASSED = Symbol.for('@app/double-pass/passed')

/**
 * Returns an error unchanged, and an `HttpError` for any other value that was passed to `next` as an error. The value
 * is the `cause` of this error.
 *
 * The error is answered with 500, or with 404 if the value is falsy, such as `false` or 0, since such a value reports
 * no failure.
 */
export function passed(value: unknown): Error {
  if (value instanceof Error) return value
  const message = typeof value === 'string' && value !== '' ? value : `next() got ${describeValue(value)} as an error.`
  return Object.defineProperty(new HttpError(value ? 500 : 404, message, { cause: value }), PASSED, { value: true })
}

/**
 * Returns the value that was passed to `next`, for an error that `passed` has made for it; any other error unchanged.
 */
export function unwrapped(error: unknown): unknown {
  return hasBrand(error, PASSED) ? (error as Error).cause : error
}
