import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { Continuation, FailureHandler } from './prepared-middleware.ts'

/**
 * A position whose failures go to the error middleware behind it.
 *
 * Where none follows it is the handler itself, so that a pipeline without error middleware pays nothing.
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

/** Passes an error on to the next error middleware; behind the last one it is thrown, and stays thrown. */
export function passOn(error: unknown, request: ServerRequest, fail: FailureHandler | undefined): Answer {
  if (fail) return fail(error, request)
  if (typeof error === 'object' && error !== null) unanswered.set(error, request.source)
  throw error
}

/** Errors that no error middleware answered, with their request: positions further out do not offer them again. */
const unanswered = new WeakMap<object, object>()

export function isUnanswered(error: unknown, request: ServerRequest): boolean {
  return typeof error === 'object' && error !== null && unanswered.get(error) === request.source
}

function offer(error: unknown, request: ServerRequest, fail: FailureHandler): Answer {
  if (isUnanswered(error, request)) throw error
  return fail(error, request)
}
