import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  HttpError,
  type HttpErrorOptions,
  type RequestHandler,
  reasonPhrase,
  type ServerRequest,
  text,
} from '@app/http'
import { checkErrorStatus } from '@app/http/internal'
import { refusalReason, refuseUnknownOwn, sayRefusal } from '#platform/primitives'

/** Makes the response to an error. */
export type ErrorResponder = (error: unknown, request: ServerRequest) => Awaitable<Response>

/** The function that answers the errors of an application, or of the part of it under one path prefix. */
export interface ErrorForm {
  /** The path prefix; empty for the whole application. */
  readonly area: string
  readonly respond: ErrorResponder
}

/**
 * The attribute by which an `ErrorHandler` tells middleware after it how to answer an error; `undefined` without an
 * `ErrorHandler`.
 */
export const ERROR_FORM: AttributeKey<ErrorForm | undefined> = attributeKey('error-form', {
  shared: '@app/core/error-form',
  default: undefined,
})

/**
 * Answers with a status from 400 to 599. The nearest `ErrorHandler` before it makes the response, as it does for an
 * `HttpError` of that status. Without an `ErrorHandler` the response is plain text.
 *
 * Throws no error for these statuses, so middleware before it still gets the response and adds its headers. The
 * response gets the given headers, except those that the error handler has set, if it has the given status. Throws a
 * `RangeError` for any other status.
 *
 * @example
 * app.pipe('/admin', (request, handler) => (isAdmin(request) ? handler(request) : refuse(request, 403)))
 */
export function refuse(request: ServerRequest, status: number, options: HttpErrorOptions = {}): Awaitable<Response> {
  refuseUnknownOwn('refuse()', options, ['headers', 'expose', 'cause'])
  const form = request.attribute(ERROR_FORM)
  const { headers } = options
  if (form === undefined) {
    sayRefusal(request, status, options)
    return text(reasonPhrase(checkErrorStatus(status)), headers === undefined ? { status } : { status, headers })
  }
  return form.respond(new HttpError(status, refusalReason(request, status, options), options), request)
}

/**
 * The attribute with a function that answers a request which nothing else has answered; its `undefined` leaves the
 * request at a 404. For middleware that knows a response of last resort, such as that of `@app/double-pass`.
 */
export const LAST_RESPONSE: AttributeKey<(() => Response | undefined) | undefined> = attributeKey('last-answer', {
  shared: '@app/core/last-response',
  default: undefined,
})

/** Answers a request that nothing else has answered: by `LAST_RESPONSE` if middleware has set it, else with 404. */
export const notFoundHandler: RequestHandler = (request) => request.attribute(LAST_RESPONSE)?.() ?? refuse(request, 404)
