import { reasonPhrase } from './reason-phrase.ts'
import { text } from './response-helpers.ts'

const BRAND = Symbol.for('@app/core/HttpError')

/** What an `HttpError` may carry beside its message. */
export interface HttpErrorOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error that answers with a status from 400 to 599 instead of 500; its message stays inside.
 *
 * Throws a `RangeError` for any other status.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string = reasonPhrase(status), options: HttpErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    if (!isErrorStatus(status)) throw new RangeError(`An HttpError's status is from 400 to 599, got ${status}`)
    this.status = status
    this.headers = options.headers ?? {}
  }
}

Object.defineProperty(HttpError.prototype, BRAND, { value: true })

/** Has an error of another class answer with a status, as an `HttpError` does; gives the error itself. */
export function answeringWith<E extends Error>(status: number, error: E): E {
  return Object.defineProperties(error, { [BRAND]: { value: true }, status: { value: status }, headers: { value: {} } })
}

/** The status that an error asks for, 500 unless it is an `HttpError` of any copy of this package. */
export function statusOf(error: unknown): number {
  return isHttpError(error) && isErrorStatus(error.status) ? error.status : 500
}

/** The fixed answer to an error: what its status is called, and an `HttpError`'s headers. */
export function answerTo(error: unknown): Response {
  const status = statusOf(error)
  return text(reasonPhrase(status), { status, headers: isHttpError(error) ? { ...error.headers } : {} })
}

/** Never throws: what was thrown may be anything, such as a proxy. */
function isHttpError(error: unknown): error is HttpError {
  try {
    return typeof error === 'object' && error !== null && BRAND in error
  } catch {
    return false
  }
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599
}
