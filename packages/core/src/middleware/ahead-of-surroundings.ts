import { refuseSecond } from '@app/checks'
import type { Middleware, MiddlewareInterface } from './middleware.ts'

/** The property that `aheadOfSurroundings` sets on middleware. All copies of this package use the same one. */
const AHEAD: unique symbol = Symbol.for('@app/core/ahead-of-surroundings')

/**
 * Marks middleware that, at the beginning of the list of a route, runs before the surroundings of `aroundDispatch` begin,
 * and returns it.
 *
 * For middleware that decides whether the route runs at all, such as one that verifies a signature: a surrounding, such
 * as a transaction, then begins only if that middleware calls its handler, and has ended when it gets the response. A
 * surrounding that runs a route again does not run such middleware again. After other middleware of the list, and
 * outside of lists, the mark has no effect.
 *
 * @example
 * export const signed: Middleware = aheadOfSurroundings(async (request, handler) =>
 *   (await isSigned(request)) ? handler(request) : refuse(request, 401),
 * )
 */
export function aheadOfSurroundings<M extends Middleware | MiddlewareInterface>(middleware: M): M
export function aheadOfSurroundings(middleware: object, ...more: readonly unknown[]): object {
  refuseSecond('aheadOfSurroundings', more, 'Write [aheadOfSurroundings(first), aheadOfSurroundings(second)].')
  return Object.defineProperty(middleware, AHEAD, { value: true })
}

/** True for middleware that `aheadOfSurroundings` has marked. */
export function isAhead(middleware: object): boolean {
  return AHEAD in middleware
}
