import { UsageError } from '@app/checks'
import type { Awaitable, RequestHandler, ServerRequest } from '@app/http'
import { printError } from '@app/http/internal'
import { isWatched, warn } from '#platform/primitives'
import type { Middleware } from './middleware.ts'

/**
 * Wraps middleware, in development and in tests, to find two mistakes. A repeated call of its handler throws a
 * `UsageError`. If the middleware answers without awaiting its handler, a warning says so, and a later error of the
 * handler is printed with the name of the middleware.
 *
 * A call may be repeated if the earlier call threw or answered with a status of 500 and above.
 */
export function watchedMiddleware(middleware: Middleware, place: string): Middleware {
  if (!isWatched()) return middleware
  return (request, handler) => {
    const calls = new WatchedCalls(handler, place)
    const answer = middleware(request, calls.handle)
    if (answer instanceof Promise) answer.then(calls.end, () => calls.end())
    else calls.end(answer)
    return answer
  }
}

/**
 * The positions of middleware for which the warning about a missing `await` was printed, so that it is printed once for
 * each position.
 */
const told = new Set<string>()

/**
 * Makes the error for middleware that calls its handler again with the same request, though the first call succeeded.
 */
function repeatedCall(place: string): UsageError {
  return new UsageError(
    'APP_HANDLER_REPEATED',
    `${place} called its handler twice with the same request, so that what follows would run twice. Return what the ` +
      'first call gave. To repeat a request on purpose, pass another view of it: handler(request.withAttribute(…)).',
  )
}

/** Watches how middleware calls its handler for one request. */
class WatchedCalls {
  readonly #handle: RequestHandler
  readonly #place: string
  #called: ServerRequest | undefined
  readonly #pending = new Set<Promise<Response>>()

  constructor(handle: RequestHandler, place: string) {
    this.#handle = handle
    this.#place = place
  }

  readonly handle: RequestHandler = (request) => {
    if (request === this.#called && request !== undefined) throw repeatedCall(this.#place)
    this.#called = request
    try {
      const answer: Awaitable<Response> = this.#handle(request)
      if (answer instanceof Promise) {
        this.#pending.add(answer)
        answer.then(
          (response) => this.#settled(answer, response),
          () => this.#settled(answer, undefined),
        )
      } else this.#answered(answer)
      return answer
    } catch (error) {
      this.#called = undefined
      throw error
    }
  }

  /**
   * Called when the middleware has answered or failed. Reports a response with a status below 400 that comes before the
   * response of the handler: an `await` may be missing, which the compiler does not find where a type is `any`. Reports
   * this once for each position. Prints each error with which the handler fails later.
   */
  readonly end = (response?: Response): void => {
    if (this.#pending.size > 0 && response && response.status < 400 && !told.has(this.#place)) {
      told.add(this.#place)
      warn(
        `${this.#place} answered ${response.status} before its handler did. Is an "await" missing? Write ` +
          '`const response = await handler(request)`, or return handler(request).',
      )
    }
    for (const answer of this.#pending) {
      answer.catch((error: unknown) => {
        printError(
          error,
          `${this.#place} called its handler and answered without waiting for it. The handler failed later:`,
        )
      })
    }
  }

  #settled(answer: Promise<Response>, response: Response | undefined): void {
    this.#pending.delete(answer)
    if (response === undefined) this.#called = undefined
    else this.#answered(response)
  }

  // The result may not be a response, since a caller of `process()` can pass any handler.
  #answered(response: Response | undefined): void {
    if (response && response.status >= 500) this.#called = undefined
  }
}
