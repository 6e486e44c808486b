import { hasBrand } from '@app/checks'
import { refuseUnknownOwn } from '#own-options'
import { text } from './response-helpers.ts'

const BRAND = Symbol.for('@app/http/HttpError')

/** Options of an `HttpError`. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Includes the message in the response. Default: `false`. */
  readonly expose?: boolean | undefined
}

/**
 * An error that answers with a status of its own, from 400 to 599.
 *
 * The response shows the reason phrase of the status, or the message if `expose` is set. Other frameworks understand
 * the error by its `statusCode` and `expose`. Throws a `RangeError` for any other status, and an `OptionError` for an
 * unknown option.
 *
 * @example
 * throw new HttpError(409, 'The notice is taken down already')
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  /** Headers of the response, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  /** True if the response shows the message. */
  readonly expose: boolean

  constructor(status: number, message: string = reasonPhrase(status), options: HttpErrorOptions = {}) {
    refuseUnknownOwn('new HttpError()', options, ['cause', 'headers', 'expose'])
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.status = checkErrorStatus(status)
    this.headers = options.headers ?? {}
    this.expose = options.expose ?? false
  }

  /** True if a value is an `HttpError` of this or another copy of the package. Never throws. */
  static is(value: unknown): value is HttpError {
    return hasBrand(value, BRAND)
  }

  /** The status under the name that Express, Koa, Fastify and Nest read. */
  get statusCode(): number {
    return this.status
  }
}

Object.defineProperty(HttpError.prototype, BRAND, { value: true })

/** Returns the status. Throws a `RangeError` unless it is an integer from 400 to 599. */
export function checkErrorStatus(status: number): number {
  if (isErrorStatus(status)) return status
  throw new RangeError(`An error's status must be an integer from 400 to 599, got ${status}`)
}

/**
 * Makes an error of another class answer with a status, as an `HttpError` does, for a package that passes on errors of a
 * library: `error instanceof LibraryError` and `error.name` stay true for error handlers. Returns the same error.
 *
 * Sets `status`, `statusCode`, `headers` and `expose` of the error, so that `HttpError.is(error)` is true. Throws a
 * `RangeError` for a status that is not from 400 to 599, an `OptionError` for an unknown option, and a `TypeError` for an
 * error that is frozen.
 *
 * @example
 * throw answeringWith(503, error, { headers: { 'retry-after': '10' } })
 */
export function answeringWith<E extends Error>(
  status: number,
  error: E,
  options: Pick<HttpErrorOptions, 'headers' | 'expose'> = {},
): E {
  refuseUnknownOwn('answeringWith()', options, ['headers', 'expose'])
  const { headers = {}, expose = false } = options
  const members = { status: checkErrorStatus(status), statusCode: status, headers, expose }
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(error, name, { value, configurable: true, writable: true })
  }
  return Object.defineProperty(error, BRAND, { value: true })
}

/** Returns the status of an `HttpError` of any copy of this package, and 500 for every other value. */
export function statusOf(error: unknown): number {
  return HttpError.is(error) && isErrorStatus(error.status) ? error.status : 500
}

/**
 * Makes the plain text response to an error. It shows the reason phrase, or the message of an `HttpError` with
 * `expose`, and has the headers of an `HttpError`.
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

/**
 * Returns the reason phrase of an error status: `Not Found` for 404. For a rare status it returns `Client Error` or
 * `Server Error`. Source: RFC 9110 section 15, RFC 6585.
 */
export function reasonPhrase(status: number): string {
  return PHRASES[status] ?? (status < 500 ? 'Client Error' : 'Server Error')
}

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
