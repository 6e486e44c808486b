import { refuseSecond } from '@app/checks'
import {
  type Awaitable,
  addVary,
  type ErrorListener,
  HttpError,
  mapResponse,
  type RequestHandler,
  type ServerRequest,
  withOpenHeaders,
} from '@app/http'
import {
  announceError,
  answerTo,
  isLogged,
  isResponse,
  logError,
  report,
  reportReplaced,
  sourceOf,
} from '@app/http/internal'
import { checkErrorHandlerOptions, sayMistake } from '#platform/primitives'
import { FOR_EVERY_RESPONSE } from '../middleware/for-every-response.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { ERROR_FORM, type ErrorResponder } from '../middleware/refuse.ts'

/**
 * Translates an error of another library to an error such as an `HttpError`, or to a response; `undefined` for an
 * unknown error.
 */
export type ErrorTranslator = (error: unknown) => Error | Response | undefined

/** Options of an `ErrorHandler`. */
export interface ErrorHandlerOptions {
  /**
   * Makes the response. The headers of an `HttpError` that the response lacks, such as `Retry-After`, are added if the
   * response has the status of the error. Default: plain text with the reason phrase, or with the message of an
   * `HttpError` that has `expose`.
   */
  readonly respond?: ErrorResponder | undefined
  /**
   * Called for each error before it is answered. If a listener fails, its error is logged, and the response stays the
   * same. Default: logs errors of status 500 and above.
   */
  readonly listeners?: readonly ErrorListener[] | undefined
  /**
   * Translates errors of other libraries, as `httpErrors` does. Default: none; such errors are answered with 500. If
   * the function returns a response, the response is sent unchanged and no listener is called.
   */
  readonly translate?: ErrorTranslator | undefined
  /**
   * Also calls the listeners for responses without a thrown error: 404, 405, and those of `refuse()`. Default: `false`.
   */
  readonly misses?: boolean | undefined
}

/**
 * Middleware that answers errors thrown after it. It also makes the responses 404 and 405 to requests that nothing
 * after it answers, and the responses of `refuse()`.
 *
 * Under a path prefix it is responsible for all requests with that prefix: `app.pipe('/api', new ErrorHandler(…))` also
 * answers errors of middleware that is piped after it without the prefix, such as guards and other error handlers, if
 * the request is for `/api`. It leaves requests under a longer prefix, such as `/api/v2`, to the error handler of that
 * prefix, if there is one.
 *
 * By default an `HttpError` is answered with its status, 400 to 599, and every other error with 500. Errors of
 * `respond` propagate; the error that it should have answered is then reported too, unless a listener has it.
 *
 * @example
 * app.pipe(new ErrorHandler())
 */
export class ErrorHandler implements MiddlewareInterface {
  readonly #respond: ErrorResponder
  readonly #listeners: ErrorListener[]
  readonly #translate: ErrorTranslator | undefined
  readonly #hearsMisses: boolean
  /** The errors of this handler's own responder, by request. They go further out, also from inside of the pipeline. */
  readonly #failures = new WeakMap<object, unknown>()
  /** Makes the response if nothing was thrown: for a 404, a 405, or the status that was given to `refuse()`. */
  readonly #respondToMiss: ErrorResponder = (error, request) => {
    if (this.#hearsMisses) return this.#tell(error, request)
    sayMistake(error, request, this.#listeners)
    return this.#make(error, request, false)
  }

  /** Throws an `OptionError` for an unknown option, and for a value of the wrong kind. */
  constructor(options: ErrorHandlerOptions = {}) {
    const { respond = answerTo, listeners = [logError], translate, misses = false } = checkErrorHandlerOptions(options)
    this.#respond = respond
    this.#hearsMisses = misses
    this.#listeners = [...listeners]
    this.#translate = translate
  }

  /** Adds a listener after the existing ones. */
  addListener(listener: ErrorListener): this
  addListener(listener: ErrorListener, ...more: readonly unknown[]): this {
    refuseSecond('addListener', more, 'Write addListener(first).addListener(second).')
    this.#listeners.push(listener)
    return this
  }

  readonly process = (request: ServerRequest, handler: RequestHandler): Awaitable<Response> => {
    const { basePath: area } = request
    const outer = request.attribute(ERROR_FORM)
    if (outer && outer.area.length > area.length) return handler(request)
    try {
      const answer = handler(request.withAttribute(ERROR_FORM, { area, respond: this.#respondToMiss }))
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#answer(error, request)) : answer
    } catch (error) {
      return this.#answer(error, request)
    }
  }

  /** @internal */
  get [FOR_EVERY_RESPONSE](): true {
    return true
  }

  #answer(error: unknown, request: ServerRequest): Awaitable<Response> {
    if (this.#failures.has(sourceOf(request)) && this.#failures.get(sourceOf(request)) === error) throw error
    announceError(error, sourceOf(request))
    let translated: Error | Response | undefined
    try {
      translated = this.#translate?.(error)
    } catch (failure) {
      reportReplaced(error, failure, request)
      throw failure
    }
    return isResponse(translated) ? translated : this.#tell(translated ?? error, request)
  }

  #tell(error: unknown, request: ServerRequest): Awaitable<Response> {
    for (const listener of this.#listeners) report(error, request, listener)
    const isTold = this.#listeners.some((listener) => listener !== logError || isLogged(error, request))
    return this.#make(error, request, isTold)
  }

  /** Makes the response. If that fails, reports an error that no listener has. */
  #make(error: unknown, request: ServerRequest, isTold: boolean): Awaitable<Response> {
    const fail = (failure: unknown): never => {
      if (!isTold) reportReplaced(error, failure, request)
      this.#failures.set(sourceOf(request), failure)
      throw failure
    }
    try {
      const answered = this.#respond(error, request)
      const answer = answered instanceof Promise ? answered.catch(fail) : answered
      return HttpError.is(error) ? mapResponse(answer, (response) => withHeadersOf(error, response)) : answer
    } catch (failure) {
      return fail(failure)
    }
  }
}

/**
 * Adds the headers of an error that the response lacks, such as `WWW-Authenticate` for a 401. They belong to the status
 * of the error, so a response with another status does not get them.
 */
function withHeadersOf({ status, headers }: HttpError, response: Response): Response {
  const entries = Object.entries(headers)
  if (entries.length === 0 || response?.status !== status) return response
  const open = withOpenHeaders(response)
  for (const [name, value] of entries) {
    if (name.toLowerCase() === 'vary') addVary(open.headers, value)
    else if (!open.headers.has(name)) open.headers.set(name, value)
  }
  return open
}

/**
 * Translates errors by which other libraries answer a client: `new ErrorHandler({ translate: httpErrors })`.
 *
 * - A `Response` that was thrown is the response.
 * - An error with a `status` or `statusCode` from 400 to 499 and `expose: true`, as `http-errors` and other libraries
 *   make it, becomes an `HttpError` with its message, headers and status.
 * - An `HTTPException` of Hono from 400 to 499 answers with the response that it was given, else it becomes an
 *   `HttpError`.
 *
 * All other errors, including those of status 500 and above, are not translated.
 */
export const httpErrors: ErrorTranslator = (error) => {
  if (typeof error !== 'object' || error === null) return undefined
  if (isResponse(error)) return error
  const { status, statusCode = status, message, headers, expose, res, getResponse } = error as ForeignError
  if (!Number.isInteger(statusCode) || (statusCode as number) < 400 || (statusCode as number) > 499) return undefined
  const isHono = typeof getResponse === 'function'
  if (isHono && isResponse(res)) return getResponse.call(error) as Response
  if (!isHono && expose !== true) return undefined
  return new HttpError(statusCode as number, message ? String(message) : undefined, {
    cause: error,
    expose: true,
    headers: typeof headers === 'object' ? (headers as Readonly<Record<string, string>>) : {},
  })
}

/** The properties that are read from a foreign error. */
type ForeignError = Readonly<
  Partial<
    Record<'status' | 'statusCode' | 'message' | 'headers' | 'expose' | 'res', unknown> & {
      getResponse: (this: unknown) => unknown
    }
  >
>
