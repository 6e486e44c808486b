import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import { isWatched } from '#platform/primitives'
import type { Middleware } from './middleware.ts'

/** Middleware called its handler a second time with the same request, though the first call had not failed. */
export class RepeatedCallError extends Error {
  override readonly name = 'RepeatedCallError'

  constructor(place: string) {
    super(
      `${place} called its handler twice with the same request, so that what follows would run twice. Return what the ` +
        'first call gave. To repeat a request on purpose, pass another view of it: handler(request.withAttribute(…)).',
    )
  }
}

/**
 * Gives middleware whose repeated calls of its handler throw `RepeatedCallError`; in production the same middleware.
 *
 * A call may be repeated after one that failed: that threw, or answered with a status from 500.
 */
export function watchedMiddleware(middleware: Middleware, place: string): Middleware {
  return isWatched() ? (request, handler) => middleware(request, watchedHandler(handler, place)) : middleware
}

function watchedHandler(handle: RequestHandler, place: string): RequestHandler {
  let called: ServerRequest | undefined
  const fails = () => {
    called = undefined
  }
  // The handler of whoever calls process() may give anything.
  const answered = (answer: Response | undefined) => {
    if (answer && answer.status >= 500) fails()
  }
  return (request) => {
    if (request === called) throw new RepeatedCallError(place)
    called = request
    try {
      const answer: Answer = handle(request)
      if (answer instanceof Promise) answer.then(answered, fails)
      else answered(answer)
      return answer
    } catch (error) {
      fails()
      throw error
    }
  }
}
