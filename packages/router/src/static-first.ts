import { createParams, noParams, type Params } from './params.ts'
import type { Route } from './route.ts'
import { matched, methodNotAllowed, notFound, type RouteResult } from './route-result.ts'
import { type Matcher, methodsOf, type RouterTraits } from './router-interface.ts'
import { expandOptional, staticPath } from './segment.ts'

/** What an engine does for the routes that have placeholders. */
export interface DynamicMatcher {
  /** The winner among the dynamic routes, `undefined` where none matches. */
  readonly match: (method: string, path: string) => RouteResult | undefined
  /** Routes that have the path with some method, in any order; asked only when nothing matched. */
  readonly candidates: (path: string) => Iterable<Route>
}

/**
 * A matcher that looks static paths up in a map, whole results made ahead, and asks the engine for the rest.
 *
 * `dynamic` is the engine compiled from the routes that have placeholders in any of their forms. With the precedence
 * `registration` a static route yields to a dynamic one that was registered before it.
 */
export function staticFirst(routes: readonly Route[], traits: RouterTraits, dynamic: DynamicMatcher): Matcher {
  const order = new Map(routes.map((route, index) => [route, index]))
  const statics = new Map<string, StaticPath>()
  for (const route of routes) {
    for (const segments of expandOptional(route.segments)) {
      const path = staticPath(segments)
      if (path !== undefined) addStatic(statics, path, route, yieldsTo(route, path))
    }
  }
  return (method, path) => {
    const found = statics.get(path)
    const result = found === undefined ? undefined : (found.byMethod.get(method) ?? found.anyMethod)
    return result ?? dynamic.match(method, path) ?? failure(path, found)
  }

  function addStatic(all: Map<string, StaticPath>, path: string, route: Route, yields: (method: string) => boolean) {
    const entry: StaticPath = all.get(path) ?? { routes: [], byMethod: new Map(), anyMethod: undefined }
    all.set(path, entry)
    entry.routes.push(route)
    const result = matched(route, defaultParams(route))
    const methods = methodsOf(route, traits)
    if (methods === 'any') {
      entry.anyMethod ??= yields(ANY_METHOD) ? undefined : result
      return
    }
    for (const method of methods) {
      if (!entry.byMethod.has(method) && !entry.anyMethod && !yields(method)) entry.byMethod.set(method, result)
    }
  }

  function yieldsTo(route: Route, path: string): (method: string) => boolean {
    return (method) => {
      if (traits.precedence !== 'registration') return false
      const rival = dynamic.match(method, path)
      return rival?.matched === true && position(rival.route) < position(route)
    }
  }

  function failure(path: string, found: StaticPath | undefined): RouteResult {
    const known = [...new Set([...(found?.routes ?? []), ...dynamic.candidates(path)])]
    if (known.length === 0) return notFound
    known.sort((a, b) => position(a) - position(b))
    return methodNotAllowed(known.flatMap((route) => methodsOf(route, traits)))
  }

  function position(route: Route): number {
    return order.get(route) ?? 0
  }
}

interface StaticPath {
  readonly routes: Route[]
  readonly byMethod: Map<string, RouteResult>
  anyMethod: RouteResult | undefined
}

/** A method that no route lists, so that only a route for any method has it. */
const ANY_METHOD = ''

function defaultParams(route: Route): Params {
  const { defaults } = route.options
  return defaults ? Object.freeze(Object.assign(createParams(), defaults)) : noParams
}
