import type { Params } from './path/params.ts'
import type { Route } from './route.ts'

/**
 * What an application asks of a router.
 *
 * Implementers: `compile` is pure. It gets all routes at once, in the order of registration, and throws a `RouteError`
 * that names the route for whatever the engine cannot express. Options that it does not declare never reach it:
 * `compileRoutes` refuses them, and is how applications and the conformance kit call `compile`. Routes with the empty path
 * come in a call of their own, as routes of `/`.
 */
export interface RouterInterface {
  /** How this router differs from others; the conformance kit checks that it is true. */
  readonly traits: RouterTraits
  readonly compile: (routes: readonly Route[]) => Matcher
}

/** Finds the route of a canonical path. Never throws, whatever the method and the path. */
export type Matcher = (method: string, path: string) => RouteResult

/** Where routers may differ (contract 4.1). */
export interface RouterTraits {
  /** What a route without methods matches: any method at all, or just these. */
  readonly anyMethod: 'any' | readonly string[]
  /** What a route with an empty list of methods matches. */
  readonly emptyList: readonly string[]
  /**
   * Methods that every path takes. A request with one of them that no route has goes to the route that the first of the
   * allowed methods leads to. None unless told otherwise; a router that is put around another may add some.
   */
  readonly alsoMethods?: readonly string[] | undefined
  /**
   * Which of two matching routes wins: the first registered, or the more specific one.
   *
   * Specificity is judged segment by segment from the left: static text, then a placeholder, then a catch-all; of
   * placeholders the one with more literal text before it, then with more behind it, then with more between several of
   * one segment, then the one with a token; of catch-alls the one with a token. Equally specific routes go by the order
   * of registration.
   */
  readonly precedence: 'registration' | 'specificity'
  /** Whether `tokens` restrict what a placeholder matches, or make `compile` throw. */
  readonly tokens: 'honored' | 'refused'
  /**
   * The names of the options that this router takes beyond `tokens`, `defaults` and `allowUnsafeTokens`; none unless
   * told otherwise. A matcher gets method and path alone, so none can be about anything else of a request.
   */
  readonly options?: readonly string[] | undefined
}

/** The methods a route matches on a router with these traits. */
export function methodsOf(route: Route, traits: RouterTraits): 'any' | readonly string[] {
  if (route.methods === null) return traits.anyMethod
  return route.methods.length === 0 ? traits.emptyList : route.methods
}

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
