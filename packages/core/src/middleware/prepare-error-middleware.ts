import { HttpError } from '@app/http'
import { answerCheck } from '@app/http/framework'
import { isRoutingFailure } from '../matching/matched-route.ts'
import type { PreparedErrorMiddleware, Surroundings } from '../tree/prepared-middleware.ts'
import { type ErrorMiddleware, isUnanswered, passOn } from './error-middleware.ts'
import { InvalidResponseError } from './invalid-middleware-error.ts'

/** Gives the error middleware of a position: at once, or as a service at its first use. */
export type ErrorMiddlewareSource = (surroundings: Surroundings) => ErrorMiddleware | Promise<ErrorMiddleware>

/**
 * Prepares error middleware (contract 2.6, 7). Requests without an error skip it; it runs for errors of the positions
 * in front of it. It also gets a 404 error for a request that no route matched and nothing in front has answered.
 */
export function prepareErrorMiddleware(
  source: ErrorMiddlewareSource,
  place: string,
  value: unknown,
): PreparedErrorMiddleware {
  const checkAnswer = answerCheck((answer) => new InvalidResponseError(place, answer))
  return {
    kind: 'error',
    place,
    source,
    value,
    compile: (next, surroundings) => {
      const run = (error: unknown, request: Parameters<typeof passOn>[1], unhandled: typeof next.fail) => {
        const answer = (middleware: ErrorMiddleware) =>
          checkAnswer(
            middleware.run(error, request, (onward, ...errors) =>
              errors.length ? passOn(errors[0], onward, unhandled) : next.handle(onward),
            ),
          )
        const middleware = source(surroundings)
        return middleware instanceof Promise ? middleware.then(answer) : answer(middleware)
      }
      const fail = (error: unknown, request: Parameters<typeof passOn>[1]) => {
        const replaced = (thrown: unknown) => {
          if (isUnanswered(thrown, request)) throw thrown
          return passOn(thrown, request, next.fail)
        }
        try {
          const answer = run(error, request, next.fail)
          return answer instanceof Promise ? answer.catch(replaced) : answer
        } catch (thrown) {
          return replaced(thrown)
        }
      }
      return {
        fail,
        handle: (request) =>
          isRoutingFailure(request)
            ? run(new HttpError(404), request, (_error, onward) => next.handle(onward))
            : next.handle(request),
      }
    },
  }
}
