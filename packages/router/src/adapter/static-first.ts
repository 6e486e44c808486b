import { createParams, noParams, type Params } from '../path/params.ts'
import { expandOptional, staticPath } from '../path/segment.ts'
import type { Route } from '../route.ts'
import {
  type Matcher,
  matched,
  methodNotAllowed,
  methodsOf,
  notFound,
  type RouteResult,
  type RouterTraits,
} from '../router-interface.ts'

/** The part of a router that matches dynamic routes, which are the routes with placeholders. */
export interface DynamicMatcher {
  /** The result of the winning dynamic route; `undefined` if no dynamic route matches. */
  readonly match: (method: string, path: string) => RouteResult | undefined
  /**
   * All dynamic routes that have the path, whatever their methods, in any order. `staticFirst` calls this function
   * while it compiles, and when no route matches a request. In the second case, `failed` is the method for which
   * `match` has just found no route, so that the engine may skip this method.
   */
  readonly candidates: (path: string, failed?: string) => readonly Route[]
}

/**
 * Makes a matcher that looks up static paths in a map of results made beforehand, and matches all requests without such
 * a result by `dynamic`.
 *
 * `dynamic` is compiled from the dynamic routes: those with placeholders, in an optional part or elsewhere. With the
 * precedence `registration`, a dynamic route that was registered before a static one wins.
 */
export function staticFirst(routes: readonly Route[], traits: RouterTraits, dynamic: DynamicMatcher): Matcher {
  /**
   * The positions of the routes in the order of registration. The map is made when two routes are compared for the
   * first time.
   */
  let order: ReadonlyMap<Route, number> | undefined
  const known = routes.slice()
  const goesByOrder = traits.precedence === 'registration'
  const statics = new Map<string, StaticPath>()
  for (const route of routes) {
    for (const segments of expandOptional(route.segments)) {
      const path = staticPath(segments)
      if (path !== undefined) addStatic(path, route)
    }
  }
  if (statics.size === 0) return (method, path) => dynamic.match(method, path) ?? failure(method, path, undefined)
  // A path is looked up in the map only if some static path has the same length, since comparing lengths is faster than
  // a look-up.
  const lengths = lengthsOf(statics.keys())
  return (method, path) => {
    const found = lengths[path.length] === 1 ? statics.get(path) : undefined
    const result = found === undefined ? undefined : (found.byMethod.get(method) ?? found.anyMethod)
    return result ?? matchDynamic(method, path, found?.contested) ?? failure(method, path, found)
  }

  function addStatic(path: string, route: Route): void {
    const entry: StaticPath = statics.get(path) ?? { routes: [], byMethod: new Map() }
    statics.set(path, entry)
    entry.routes.push(route)
    if (entry.anyMethod ?? entry.contested) return
    const result = matched(route, defaultParams(route))
    const methods = methodsOf(route, traits)
    if (methods === 'any') {
      if (goesByOrder && yieldsTo(dynamic.candidates(path), route)) entry.contested = result
      else entry.anyMethod = result
      return
    }
    for (const method of methods) {
      if (entry.byMethod.has(method)) continue
      const rival = goesByOrder ? dynamic.match(method, path) : undefined
      if (!(rival?.matched && yieldsTo([rival.route], route))) entry.byMethod.set(method, result)
    }
  }

  function yieldsTo(rivals: Iterable<Route>, route: Route): boolean {
    for (const rival of rivals) if (position(rival) < position(route)) return true
    return false
  }

  function matchDynamic(method: string, path: string, contested: RouteResult | undefined): RouteResult | undefined {
    const result = dynamic.match(method, path)
    if (!contested?.matched || !result?.matched) return result ?? contested
    return position(result.route) < position(contested.route) ? result : contested
  }

  function failure(method: string, path: string, found: StaticPath | undefined): RouteResult {
    const candidates = dynamic.candidates(path, method)
    if (found === undefined && candidates.length === 0) return notFound
    const failed = [...new Set([...(found?.routes ?? []), ...candidates])]
    failed.sort((a, b) => position(a) - position(b))
    return methodNotAllowed(failed.flatMap((route) => methodsOf(route, traits)))
  }

  function position(route: Route): number {
    order ??= new Map(known.map((one, index) => [one, index]))
    return order.get(route) ?? 0
  }
}

/** Lists the lengths of the given paths: the array has 1 at the index of each length, and 0 elsewhere. */
function lengthsOf(paths: Iterable<string>): Uint8Array {
  const lengths = [...paths].map((path) => path.length)
  const found = new Uint8Array(lengths.reduce((most, length) => Math.max(most, length), 0) + 1)
  for (const length of lengths) found[length] = 1
  return found
}

/** The routes of a static path, and the result of the path for each method. */
interface StaticPath {
  readonly routes: Route[]
  readonly byMethod: Map<string, RouteResult>
  anyMethod?: RouteResult
  /**
   * The result of a static route for any method, if a dynamic route that was registered earlier matches the same path
   * with some method. `anyMethod` is then left out, and the dynamic routes are tried first.
   */
  contested?: RouteResult
}

function defaultParams(route: Route): Params {
  const { defaults } = route.options
  return defaults ? Object.freeze(Object.assign(createParams(), defaults)) : noParams
}
