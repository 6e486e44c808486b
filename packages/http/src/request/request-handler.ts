import type { Params } from '@app/router'
import type { ServerRequest } from './server-request.ts'

/**
 * The result of a handler or of middleware. A handler that does not wait for anything returns the response itself, so
 * `await` the response of the next handler, or pass it to `mapAnswer`: it may have no `then`.
 */
export type Answer = Response | Promise<Response>

/**
 * Applies a function to the response of a response: at once if the response is a response, later if it is a promise.
 *
 * Middleware that uses it stays synchronous if everything after it is, and then makes no promise.
 *
 * @example
 * const withName: Middleware = (request, handler) =>
 *   mapAnswer(handler(request), (response) => {
 *     response.headers.set('x-name', 'app')
 *     return response
 *   })
 */
export function mapAnswer<T>(answer: Answer, use: (response: Response) => T): T | Promise<Awaited<T>> {
  return answer instanceof Promise ? (answer.then(use) as Promise<Awaited<T>>) : use(answer)
}

/** Turns a request into a response. */
export type RequestHandler<P = Params> = (request: ServerRequest<P>) => Answer

/** A handler as an object. Its method is declared as a property, so that the compiler checks the type `P` strictly. */
export interface RequestHandlerInterface<P = Params> {
  readonly handle: (request: ServerRequest<P>) => Answer
}
