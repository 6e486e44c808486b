import {
  type Awaitable,
  type Middleware,
  type MiddlewareLike,
  mapResponse,
  type RequestHandler,
  type ServerRequest,
  UsageError,
} from '@app/core'
import {
  ConfigurationError,
  describeValue,
  type ErrorMiddleware,
  errorEntry,
  errorMiddleware,
  isClass,
  LAST_RESPONSE,
  refuseSecond,
} from '@app/core/extending'
import { passed, unwrapped } from './passed.ts'
import { DRAFT, type ResponseDraft, WritableDraft } from './response-draft.ts'

/**
 * Calls the next middleware; with an error, the next error middleware. If the given error is not an `Error`, error
 * middleware of the older signature gets it unchanged. All other code gets an `HttpError` with the value as its
 * `cause`; its status is 500, or 404 for a falsy value.
 */
export type OlderNext = (
  request: ServerRequest,
  response: ResponseDraft,
  error?: unknown,
) => ResponseDraft | Awaitable<Response>

type OlderMiddleware = (request: ServerRequest, response: ResponseDraft, next: OlderNext) => OlderAnswer

type OlderAnswer = ResponseDraft | Response | Promise<ResponseDraft | Response>

/**
 * Adapts middleware of the older signature `(request, response, next)` (contract 4.3, variant A).
 *
 * `response` is a draft: change it, write to it, return it, or pass it to `next`. A draft that the function returns is
 * the response. If no middleware after this one answers, a draft with a body, or with another status than 200, is the
 * response. If other middleware answers, its response gets the headers of the draft that it lacks; cookies and `Vary`
 * of both are combined.
 *
 * @example
 * app.pipe(doublePass((request, response, next) => next(request, response)))
 */
export function doublePass(fn: OlderMiddleware): Middleware
export function doublePass(fn: OlderMiddleware, ...more: readonly unknown[]): Middleware {
  refuseSecond('doublePass', more, 'Write [doublePass(first), doublePass(second)].')
  return (request, handler) => {
    const draft = draftOf(request)
    // Each call of the middleware makes one request object with the draft, and passes this object on at each
    // `next(request, response)`. A second call of `next` is thus recognized as a repeated call.
    let own: ServerRequest | undefined
    const next: OlderNext = (onward, response, error) => {
      if (error !== undefined && error !== null) throw passed(error)
      if (onward !== request || response !== draft) return onWith(handler, onward, response, draft)
      own ??= withDraft(request, draft)
      return onWith(handler, own, draft, draft)
    }
    return toAnswer(fn(request, draft, next))
  }
}

/** Error middleware of the older signature: a function, or an object whose method `process` has that signature. */
export type OlderErrorMiddleware = OlderErrorFunction | { readonly process: OlderErrorFunction }

type OlderErrorFunction = (
  error: unknown,
  request: ServerRequest,
  response: ResponseDraft,
  next: OlderNext,
) => OlderAnswer

/**
 * Adapts error middleware of the older signature `(error, request, response, next)`, which is a function or the method
 * `process` of an object (contract 4.3, variant A).
 *
 * `next(request, response)` resumes the pipeline without the error, `next(request, response, error)` passes an error
 * on. A string is the name of a service that is such middleware; the service is fetched at the first error. Throws a
 * `ConfigurationError` (`APP_MIDDLEWARE`) for any other value.
 *
 * @example
 * app.pipe(doublePassError((error, request, response, next) => next(request, response, error)))
 */
export function doublePassError(older: OlderErrorMiddleware): ErrorMiddleware
export function doublePassError(service: string): MiddlewareLike
export function doublePassError(
  older: OlderErrorMiddleware | string,
  ...more: readonly unknown[]
): ErrorMiddleware | MiddlewareLike {
  refuseSecond('doublePassError', more, 'Write [doublePassError(first), doublePassError(second)].')
  if (typeof older === 'string') return errorEntry(older, adapted)
  if (typeof older !== 'function' && typeof older?.process !== 'function') {
    throw new ConfigurationError(
      'APP_MIDDLEWARE',
      'doublePassError() takes a function (error, request, response, next), an object whose method process takes these, ' +
        `or the name of a service that is one of these, got ${describeValue(older)}.`,
    )
  }
  const fn: OlderErrorFunction = typeof older === 'function' ? older : (...args) => older.process(...args)
  return errorMiddleware((error, request, resume) => {
    const draft = draftOf(request)
    const next: OlderNext = (onward, response, given) => {
      if (given !== undefined && given !== null) return resume(onward, passed(given))
      return onWith(resume, onward, response, draft)
    }
    return toAnswer(fn(unwrapped(error), request, draft, next))
  })
}

function draftOf(request: ServerRequest): WritableDraft {
  return request.attribute(DRAFT) ?? new WritableDraft()
}

function withDraft(request: ServerRequest, draft: WritableDraft): ServerRequest {
  if (request.attribute(DRAFT) === draft) return request
  const answer = () => (draft.isAnswer ? draft.toResponse() : undefined)
  return request.withAttribute(DRAFT, draft).withAttribute(LAST_RESPONSE, answer)
}

/**
 * Calls the next handler with the draft that was passed to `next`, and adds those headers of the draft that the
 * response lacks.
 */
function onWith(
  handler: RequestHandler,
  request: ServerRequest,
  response: ResponseDraft,
  draft: WritableDraft,
): Awaitable<Response> {
  if (typeof request?.withAttribute !== 'function') throw nextWithoutRequest(request)
  const passed = response instanceof WritableDraft ? response : draft
  const answer = handler(withDraft(request, passed))
  return mapResponse(answer, (response) => passed.addHeadersTo(response))
}

function nextWithoutRequest(given: unknown): UsageError {
  const what = given === undefined ? 'without the request' : `with ${describeValue(given)}, not with the request`
  return new UsageError('APP_HANDLER_REQUEST', `next() was called ${what}. Write next(request, response).`)
}

function toAnswer(answer: OlderAnswer): Awaitable<Response> {
  return answer instanceof Promise ? answer.then(toResponse) : toResponse(answer)
}

function toResponse(answer: ResponseDraft | Response): Response {
  return answer instanceof WritableDraft ? answer.toResponse() : (answer as Response)
}

/** Adapts a service that is error middleware of the older signature; `undefined` for any other value. */
function adapted(service: unknown): ErrorMiddleware | undefined {
  return isOlder(service) ? doublePassError(service) : undefined
}

/**
 * True if a value is error middleware of the older signature.
 *
 * A class is not, since calling a class would throw at the first error. The function or method has to take more than
 * two parameters: ordinary middleware takes the request and the handler, and never gets an error.
 */
function isOlder(value: unknown): value is OlderErrorMiddleware {
  const method = typeof value === 'object' && value !== null && 'process' in value ? value.process : value
  return typeof method === 'function' && !isClass(method) && method.length > 2
}
