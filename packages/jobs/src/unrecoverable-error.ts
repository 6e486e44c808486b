const BRAND: unique symbol = Symbol.for('@app/jobs/UnrecoverableError')

/**
 * Thrown by a handler whose job cannot succeed by another attempt: the job has failed at once, whatever its `retries`. It
 * is kept like other failed jobs, and can be run again on demand.
 *
 * @example
 * if (customer === undefined) throw new UnrecoverableError(`There is no customer ${id} any more.`)
 */
export class UnrecoverableError extends Error {
  override readonly name: string = 'UnrecoverableError'

  /** True if a value is an `UnrecoverableError` of this or another copy of the package. */
  static is(value: unknown): value is UnrecoverableError {
    return value instanceof Object && BRAND in value
  }
}

Object.defineProperty(UnrecoverableError.prototype, BRAND, { value: true })
