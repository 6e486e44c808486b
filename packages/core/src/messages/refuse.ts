import { type AttributeKey, sharedAttributeKey } from './attribute-key.ts'
import { checkErrorStatus, HttpError, type HttpErrorOptions } from './http-error.ts'
import { withOpenHeaders } from './open-headers.ts'
import { reasonPhrase } from './reason-phrase.ts'
import { type Answer, mapAnswer } from './request-handler.ts'
import { text } from './response-helpers.ts'
import type { ServerRequest } from './server-request.ts'

/** Makes the answer to an error. */
export type ErrorResponder = (error: unknown, request: ServerRequest) => Answer

/** Says how a mistake looks: set by the nearest `ErrorHandler` in front, `undefined` where there is none. */
export const ERROR_RESPONDER: AttributeKey<ErrorResponder | undefined> = sharedAttributeKey(
  'error-responder',
  undefined,
)

/** Under which an error handler, of any copy of this package, says how a mistake looks that no middleware has seen. */
export const RESPOND: unique symbol = Symbol.for('@app/core/respond')

/** The responder of an error handler; `undefined` for whatever is none. */
export function responderOf(value: object): ErrorResponder | undefined {
  return RESPOND in value ? (error, request) => (value as Responding)[RESPOND](error, request) : undefined
}

interface Responding {
  readonly [RESPOND]: ErrorResponder
}

/**
 * Answers a request with a status from 400 to 599, as the nearest `ErrorHandler` in front shows an `HttpError` of it, and
 * in plain text where there is none.
 *
 * Nothing is thrown, so middleware on the way out adds its headers. The answer has the headers given here, unless it
 * brings those itself. Throws a `RangeError` for any other status.
 */
export function refuse(request: ServerRequest, status: number, options: HttpErrorOptions = {}): Answer {
  const respond = request.attribute(ERROR_RESPONDER)
  const { headers = {} } = options
  if (respond === undefined) return text(reasonPhrase(checkErrorStatus(status)), { status, headers })
  return mapAnswer(respond(new HttpError(status, undefined, options), request), (response) =>
    withHeaders(response, headers),
  )
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const open = withOpenHeaders(response)
  for (const [name, value] of Object.entries(headers)) {
    if (!open.headers.has(name)) open.headers.set(name, value)
  }
  return open
}
