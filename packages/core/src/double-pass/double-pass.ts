import { type Answer, mapAnswer, type RequestHandler } from '../messages/request-handler.ts'
import { DRAFT, type ResponseDraft, WritableDraft } from '../messages/response-draft.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import type { Middleware } from '../middleware/middleware.ts'

/** Calls the next middleware; with an error, the next error middleware. */
export type OlderNext = (request: ServerRequest, response: ResponseDraft, error?: unknown) => ResponseDraft | Answer

type OlderAnswer = ResponseDraft | Answer | Promise<ResponseDraft>

/**
 * Adapts middleware of the older signature `(request, response, next)` (contract 4.3, variant A).
 *
 * `response` is a draft: change it, write to it, return it, or pass it to `next`. The draft becomes the answer if
 * nothing behind it answers; otherwise the answer gets those headers of the draft that it lacks.
 */
export function doublePass(
  fn: (request: ServerRequest, response: ResponseDraft, next: OlderNext) => OlderAnswer,
): Middleware {
  return (request, handler) => {
    const draft = draftOf(request)
    const next: OlderNext = (onward, response, error) => {
      if (error !== undefined && error !== null) throw error
      return onWith(handler, onward, response, draft)
    }
    return toAnswer(fn(request, draft, next))
  }
}

/** Error middleware of the older signature: a function, or an object with such a method `process`. */
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
 * on.
 */
export function doublePassError(older: OlderErrorMiddleware): ErrorMiddleware {
  const fn: OlderErrorFunction = typeof older === 'function' ? older : (...args) => older.process(...args)
  return ErrorMiddleware.from((error, request, resume) => {
    const draft = draftOf(request)
    const next: OlderNext = (onward, response, passed) => {
      if (passed !== undefined && passed !== null) return resume(onward, passed)
      return onWith(resume, onward, response, draft)
    }
    return toAnswer(fn(error, request, draft, next))
  })
}

function draftOf(request: ServerRequest): WritableDraft {
  return request.attribute(DRAFT) ?? new WritableDraft()
}

/**
 * Calls the next handler with the draft that was passed to `next`, and completes its answer with headers of the draft.
 */
function onWith(
  handler: RequestHandler,
  request: ServerRequest,
  response: ResponseDraft,
  draft: WritableDraft,
): Answer {
  const passed = response instanceof WritableDraft ? response : draft
  const answer = handler(request.attribute(DRAFT) === passed ? request : request.withAttribute(DRAFT, passed))
  return mapAnswer(answer, (response) => passed.addHeadersTo(response))
}

function toAnswer(answer: OlderAnswer): Answer {
  return answer instanceof Promise ? answer.then(toResponse) : toResponse(answer)
}

function toResponse(answer: ResponseDraft | Response): Response {
  return answer instanceof WritableDraft ? answer.toResponse() : (answer as Response)
}
