import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { Continuation, FailureHandler } from './prepared-middleware.ts'

/**
 * Makes a position offer its errors to the error middleware behind it.
 *
 * Without error middleware behind it, the position is the handler itself and costs nothing more.
 */
export function guarded(handle: RequestHandler, { fail }: Continuation): Continuation {
  if (!fail) return { handle }
  return {
    fail,
    handle: (request) => {
      try {
        const answer = handle(request)
        return answer instanceof Promise ? answer.catch((error: unknown) => offer(error, request, fail)) : answer
      } catch (error) {
        return offer(error, request, fail)
      }
    },
  }
}

/**
 * Passes an error to the next error middleware. Behind the last one the error is thrown, and marked so that positions
 * further out do not offer it again.
 */
export function passOn(error: unknown, request: ServerRequest, fail: FailureHandler | undefined): Answer {
  if (fail) return fail(error, request)
  if (typeof error === 'object' && error !== null) unanswered.set(error, request.source)
  throw error
}

/** Errors that no error middleware has answered, with their request. */
const unanswered = new WeakMap<object, object>()

export function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return typeof error === 'object' && error !== null && unanswered.get(error) === request.source
}

function offer(error: unknown, request: ServerRequest, fail: FailureHandler): Answer {
  if (isUnanswered(error, request)) throw error
  return fail(error, request)
}
