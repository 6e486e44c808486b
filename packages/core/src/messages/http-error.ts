import { reasonPhrase } from './reason-phrase.ts'
import { text } from './response-helpers.ts'

const BRAND = Symbol.for('@app/core/HttpError')

/** What an `HttpError` may carry beside its message. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Shows the message to the client; no unless told otherwise. */
  readonly expose?: boolean
}

/**
 * An error that answers with a status from 400 to 599 instead of 500.
 *
 * The client reads what the status is called, and the message only where `expose` says so. Other frameworks understand
 * the error by its `statusCode` and `expose`. Throws a `RangeError` for any other status.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the message is for the client. */
  readonly expose: boolean

  constructor(status: number, message: string = reasonPhrase(status), options: HttpErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.status = checkErrorStatus(status)
    this.headers = options.headers ?? {}
    this.expose = options.expose ?? false
  }

  /** Whether a value is such an error, of this copy of the package or another; never throws, whatever the value. */
  static is(value: unknown): value is HttpError {
    try {
      return typeof value === 'object' && value !== null && BRAND in value
    } catch {
      return false
    }
  }

  /** The status, by the name that Express, Koa, Fastify and Nest look for. */
  get statusCode(): number {
    return this.status
  }
}

Object.defineProperty(HttpError.prototype, BRAND, { value: true })

/** The status itself. Throws a `RangeError` for one that is not from 400 to 599. */
export function checkErrorStatus(status: number): number {
  if (isErrorStatus(status)) return status
  throw new RangeError(`An error's status is a whole number from 400 to 599, got ${status}`)
}

/** Has an error of another class answer with a status, as an `HttpError` does; gives the error itself. */
export function answeringWith<E extends Error>(status: number, error: E): E {
  return Object.defineProperties(error, {
    [BRAND]: { value: true },
    status: { value: status },
    statusCode: { value: status },
    headers: { value: {} },
    expose: { value: false },
  })
}

/** The status that an error asks for, 500 unless it is an `HttpError` of any copy of this package. */
export function statusOf(error: unknown): number {
  return HttpError.is(error) && isErrorStatus(error.status) ? error.status : 500
}

/**
 * The plain answer to an error: what its status is called, or the message of an `HttpError` that exposes it, and the
 * headers of an `HttpError`.
 */
export function answerTo(error: unknown): Response {
  const status = statusOf(error)
  if (!HttpError.is(error)) return text(reasonPhrase(status), { status })
  const shown = error.expose === true ? error.message : reasonPhrase(status)
  return text(shown, { status, headers: { ...error.headers } })
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599
}
