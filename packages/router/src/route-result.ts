import type { Params } from './path/params.ts'
import type { Route } from './route.ts'

/**
 * The outcome of matching: a route and its params, or the methods that the path allows; an empty list means not found.
 */
export type RouteResult<R = Route> =
  | { readonly matched: true; readonly route: R; readonly params: Params }
  | { readonly matched: false; readonly allowedMethods: readonly string[]; readonly route?: undefined }

/** Makes the result of a match. */
export function matched(route: Route, params: Params): RouteResult {
  return { matched: true, route, params }
}

/** Makes the result for a path that no route has with this method: 405, and the methods for `Allow`. */
export function methodNotAllowed(allowedMethods: readonly string[]): RouteResult {
  return { matched: false, allowedMethods: [...new Set(allowedMethods)] }
}

/** The result for a path that no route has: 404. */
export const notFound: RouteResult = Object.freeze({ matched: false, allowedMethods: Object.freeze([]) })
