import type { Params } from './path/params.ts'
import type { Route } from './route.ts'

/**
 * The interface of a router, as applications use it.
 *
 * For implementers: `compile` is pure. It gets all routes at once, in the order of registration. If the routing library
 * of the router cannot express a route, `compile` throws a `ConfigurationError` of the code `APP_ROUTE` that names the
 * route. Options that the router does not declare never reach `compile`: applications and the conformance kit call it
 * by `compileRoutes`, which refuses such options. Routes with the empty path come in a separate call, as routes of `/`.
 */
export interface RouterInterface {
  /**
   * The properties in which routers may differ. The conformance kit checks that the router behaves as its traits say.
   */
  readonly traits: RouterTraits
  readonly compile: (routes: readonly Route[]) => Matcher
}

/** Finds the route of a canonical path. Never throws, whatever the method and the path. */
export type Matcher = (method: string, path: string) => RouteResult

/** The properties in which routers may differ (contract 4.1). */
export interface RouterTraits {
  /** The methods that a route without a list of methods matches: `any` for every method, or the list of them. */
  readonly anyMethod: 'any' | readonly string[]
  /** The methods that a route with an empty list of methods matches. */
  readonly emptyList: readonly string[]
  /**
   * Methods with which every path that has a route can be requested. A request with such a method goes to the path's
   * own route for this method, else to the route of the path's first allowed method. Default: none; a router that wraps
   * another router may add some.
   */
  readonly alsoMethods?: readonly string[] | undefined
  /**
   * Decides which of two matching routes wins: the first registered, or the more specific one.
   *
   * Specificity is judged segment by segment from the left: a static segment comes first, then a segment with
   * placeholders, then a catch-all. Of two segments with placeholders, the segment with more literal text before its
   * first placeholder wins; if these strings are equally long, the segment with more text after its last placeholder,
   * then the segment with more text between its placeholders, then the segment with a token. Of two catch-alls, the one
   * with a token wins. Equally specific routes keep the order of registration.
   */
  readonly precedence: 'registration' | 'specificity'
  /**
   * `honored` if tokens restrict what a placeholder matches; `refused` if `compile` throws for a route with a token.
   */
  readonly tokens: 'honored' | 'refused'
  /**
   * The names of the options that this router takes beyond `tokens`, `defaults` and `allowUnsafeTokens`. Default: none.
   * A matcher gets only the method and the path, so an option cannot depend on any other part of the request, such as
   * its host.
   */
  readonly options?: readonly string[] | undefined
}

/** Returns the methods that a route matches on a router with these traits. */
export function methodsOf(route: Route, traits: RouterTraits): 'any' | readonly string[] {
  if (route.methods === null) return traits.anyMethod
  return route.methods.length === 0 ? traits.emptyList : route.methods
}

/**
 * The outcome of matching: a route and its params, or the methods that the path allows; an empty list of methods means
 * that no route has the path.
 */
export type RouteResult<R = Route> =
  | { readonly matched: true; readonly route: R; readonly params: Params }
  | { readonly matched: false; readonly allowedMethods: readonly string[]; readonly route?: undefined }

/** Makes the result of a match. */
export function matched(route: Route, params: Params): RouteResult {
  return { matched: true, route, params }
}

/**
 * Makes the result for a path whose routes all have other methods than the request. The application answers 405, with
 * `allowedMethods` in the header `Allow`.
 */
export function methodNotAllowed(allowedMethods: readonly string[]): RouteResult {
  return { matched: false, allowedMethods: [...new Set(allowedMethods)] }
}

/** The result for a path that no route has: 404. */
export const notFound: RouteResult = Object.freeze({ matched: false, allowedMethods: Object.freeze([]) })
