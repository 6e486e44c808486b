import type { Params } from '@app/router'
import type { ServerRequest } from './server-request.ts'

/**
 * What a handler or middleware returns: a response, or a promise of one. The next handler may return either, so `await`
 * its result, or pass it to `mapResponse`: it may have no `then`.
 */
export type Awaitable<T> = T | Promise<T>

/**
 * Applies a function to the response that a handler returns: at once, or later if the handler returns a promise.
 *
 * Middleware that uses it stays synchronous if everything after it is, and then makes no promise.
 *
 * @example
 * const withName: Middleware = (request, handler) =>
 *   mapResponse(handler(request), (response) => {
 *     response.headers.set('x-name', 'app')
 *     return response
 *   })
 */
export function mapResponse<T>(answer: Awaitable<Response>, use: (response: Response) => T): T | Promise<Awaited<T>> {
  return answer instanceof Promise ? (answer.then(use) as Promise<Awaited<T>>) : use(answer)
}

/** Turns a request into a response. */
export type RequestHandler<P = Params> = (request: ServerRequest<P>) => Awaitable<Response>

/** A handler as an object. Its method is declared as a property, so that the compiler checks the type `P` strictly. */
export interface RequestHandlerInterface<P = Params> {
  readonly handle: (request: ServerRequest<P>) => Awaitable<Response>
}
