import { refuseSecond } from '@app/checks'
import type { Middleware, MiddlewareInterface } from './middleware.ts'

/**
 * The property that `forEveryResponse` sets on middleware, so that it also runs around the response to a request whose
 * target has no canonical path.
 */
export const FOR_EVERY_RESPONSE: unique symbol = Symbol.for('@app/core/for-every-response')

/**
 * Marks middleware that has to see every response, such as an access log, and returns it.
 *
 * A request whose target has no canonical path, such as `/%`, is answered with 400. Only marked middleware runs around
 * this response, and only if it is not limited to a path prefix or a host: no middleware could decide by such a path.
 * Marked middleware gets this request with the path `/`, so it must not decide by the path.
 *
 * @example
 * ```ts
 * import { mapResponse, type Middleware } from '@app/core'
 * import { forEveryResponse } from '@app/core/extending'
 *
 * export const served: Middleware = forEveryResponse((request, handler) =>
 *   mapResponse(handler(request), (response) => {
 *     response.headers.set('x-served-by', 'eu-1')
 *     return response
 *   }),
 * )
 * ```
 */
export function forEveryResponse<M extends Middleware | MiddlewareInterface>(middleware: M): M
export function forEveryResponse(middleware: object, ...more: readonly unknown[]): object {
  refuseSecond('forEveryResponse', more, 'Write [forEveryResponse(first), forEveryResponse(second)].')
  return Object.defineProperty(middleware, FOR_EVERY_RESPONSE, { value: true })
}
