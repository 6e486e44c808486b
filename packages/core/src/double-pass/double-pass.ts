import type { ServerRequest } from '@app/http'
import { type Answer, mapAnswer, type RequestHandler } from '@app/http'
import { answeringWith, describeValue, isClass } from '@app/http/framework'
import type { Container } from '../container/container.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { InvalidMiddlewareError } from '../middleware/invalid-middleware-error.ts'
import type { Middleware, MiddlewareLike } from '../middleware/middleware.ts'
import { DRAFT, type ResponseDraft, WritableDraft } from '../middleware/response-draft.ts'
import { fetchService, whenKnown } from '../plan/lazy.ts'
import { type HasNode, NODE, type PlanNode } from '../plan/node.ts'

/**
 * Calls the next middleware; with an error, the next error middleware. If the given error is no `Error`, error
 * middleware of the older signature gets it unchanged, and all other code gets a `PassedError`.
 */
export type OlderNext = (request: ServerRequest, response: ResponseDraft, error?: unknown) => ResponseDraft | Answer

type OlderAnswer = ResponseDraft | Response | Promise<ResponseDraft | Response>

/**
 * Adapts middleware of the older signature `(request, response, next)` (contract 4.3, variant A).
 *
 * `response` is a draft: change it, write to it, return it, or pass it to `next`. The draft becomes the answer if the
 * function returns it. If no middleware behind this one answers, it also becomes the answer if it has a body or another
 * status than 200. If other middleware answers, its answer gets the headers of the draft that it lacks; cookies and
 * `Vary` of both are combined.
 *
 * @example
 * app.pipe(doublePass((request, response, next) => next(request, response)))
 */
export function doublePass(
  fn: (request: ServerRequest, response: ResponseDraft, next: OlderNext) => OlderAnswer,
): Middleware {
  return (request, handler) => {
    const draft = draftOf(request)
    // Each call of the middleware makes one request object with the draft, and passes this object on at each
    // `next(request, response)`. A second call of `next` is thus recognized as a repeated call.
    let own: ServerRequest | undefined
    const next: OlderNext = (onward, response, error) => {
      if (error !== undefined && error !== null) throw PassedError.from(error)
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
 * on. A string is the name of a service that is such middleware; the service is fetched at the first error. Throws
 * `InvalidMiddlewareError` for any other value.
 *
 * @example
 * app.pipe(doublePassError((error, request, response, next) => next(request, response, error)))
 */
export function doublePassError(older: OlderErrorMiddleware): ErrorMiddleware
export function doublePassError(service: string): MiddlewareLike
export function doublePassError(older: OlderErrorMiddleware | string): ErrorMiddleware | MiddlewareLike {
  if (typeof older === 'string') return errorEntry(older)
  if (typeof older !== 'function' && typeof older?.process !== 'function') {
    throw InvalidMiddlewareError.notErrorMiddleware('doublePassError()', older)
  }
  const fn: OlderErrorFunction = typeof older === 'function' ? older : (...args) => older.process(...args)
  return ErrorMiddleware.from((error, request, resume) => {
    const draft = draftOf(request)
    const next: OlderNext = (onward, response, passed) => {
      if (passed !== undefined && passed !== null) return resume(onward, PassedError.from(passed))
      return onWith(resume, onward, response, draft)
    }
    return toAnswer(fn(PassedError.unwrap(error), request, draft, next))
  })
}

function draftOf(request: ServerRequest): WritableDraft {
  return request.attribute(DRAFT) ?? new WritableDraft()
}

function withDraft(request: ServerRequest, draft: WritableDraft): ServerRequest {
  return request.attribute(DRAFT) === draft ? request : request.withAttribute(DRAFT, draft)
}

/**
 * Calls the next handler with the draft that was passed to `next`, and adds those headers of the draft that the answer
 * lacks.
 */
function onWith(
  handler: RequestHandler,
  request: ServerRequest,
  response: ResponseDraft,
  draft: WritableDraft,
): Answer {
  const passed = response instanceof WritableDraft ? response : draft
  const answer = handler(withDraft(request, passed))
  return mapAnswer(answer, (response) => passed.addHeadersTo(response))
}

function toAnswer(answer: OlderAnswer): Answer {
  return answer instanceof Promise ? answer.then(toResponse) : toResponse(answer)
}

function toResponse(answer: ResponseDraft | Response): Response {
  return answer instanceof WritableDraft ? answer.toResponse() : (answer as Response)
}

/**
 * Makes middleware from a configuration entry with `error: true`. Takes a function with more than two parameters, an
 * object whose method `process` has as many, the result of `doublePassError`, the name of a service that is one of
 * these, or an array of these, which becomes one nested pipeline.
 */
export function errorEntry(value: unknown): MiddlewareLike {
  const entry: HasNode = { [NODE]: (place) => errorNode(value, place) }
  return entry as unknown as MiddlewareLike
}

function errorNode(value: unknown, place: string): PlanNode {
  if (Array.isArray(value)) {
    const children = value.map((item, index) => errorNode(item, `${place}, item ${index + 1}`))
    return { kind: 'pipeline', place, children }
  }
  if (typeof value === 'string') {
    const find = (container: Container | undefined) =>
      whenKnown(fetchService(value, container, place), (service) => checked(service, `${place}, service "${value}"`))
    return { kind: 'error', place, value, find }
  }
  const middleware = checked(value, place)
  return { kind: 'error', place, value, find: () => middleware }
}

function checked(value: unknown, place: string): ErrorMiddleware {
  const middleware = toErrorMiddleware(value)
  if (!middleware) throw InvalidMiddlewareError.notErrorMiddleware(place, value)
  return middleware
}

function toErrorMiddleware(value: unknown): ErrorMiddleware | undefined {
  if (ErrorMiddleware.is(value)) return value
  return isOlder(value) ? doublePassError(value) : undefined
}

/**
 * Whether a value is error middleware of the older signature.
 *
 * A class is not, since calling a class would throw at the first error. The function or method has to take more than
 * two parameters: ordinary middleware takes the request and the handler, and never gets an error.
 */
function isOlder(value: unknown): value is OlderErrorMiddleware {
  const method = typeof value === 'object' && value !== null && 'process' in value ? value.process : value
  return typeof method === 'function' && !isClass(method) && method.length > 2
}

/**
 * A value that is no error was passed to `next` as an error: `next(request, response, 'reason')`. The value is the
 * `cause` of this error.
 *
 * The `PassedError` is answered with 500, or with 404 if the value is falsy, such as `false` or 0, since such a value
 * reports no failure.
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

  /** Gives an error unchanged, and wraps any other value in a `PassedError`. */
  static from(value: unknown): Error {
    if (value instanceof Error) return value
    const error = new PassedError(value)
    return value ? error : answeringWith(404, error)
  }

  /**
   * Gives the value that error middleware of the older signature gets: for a `PassedError`, the value that was passed
   * to `next`.
   */
  static unwrap(error: unknown): unknown {
    return error instanceof PassedError ? error.cause : error
  }
}
