import { compileRoutes } from '../compile-routes.ts'
import { Route, type RouteOptions } from '../route.ts'
import type { Matcher, RouteResult, RouterInterface } from '../router-interface.ts'
import { ConformanceError } from './conformance-error.ts'
import { isResult, outcomeOf, outcomeOfFailure, outcomeOfMatch } from './outcome.ts'

/**
 * A route in the notation of the conformance cases: `GET|POST /users/{id}`. `any /users` is a route without a list of
 * methods, `none /users` a route with an empty list. A route with options is a pair of this notation and the options.
 */
export type RouteRow = string | readonly [row: string, options: RouteOptions]

/**
 * The expected result of a request: 404, the allowed methods, or the winning route, in the notation of `RouteRow`, with
 * its params.
 */
export type Expected =
  | 404
  | { readonly allow: readonly string[] }
  | string
  | readonly [row: string, params: Readonly<Record<string, string>>]

/** Routes compiled by the router under test. */
export class RouteTable {
  readonly routes: readonly Route[]
  readonly #rows: readonly string[]
  readonly #matcher: Matcher

  /** Throws `ConformanceError` if the router does not compile the routes. */
  constructor(router: RouterInterface, rows: readonly RouteRow[], routes: readonly Route[] = rows.map(toRoute)) {
    this.#rows = rows.map(textOf)
    this.routes = Object.freeze([...routes])
    try {
      this.#matcher = compileRoutes(router, this.routes)
    } catch (error) {
      throw ConformanceError.of(this.routes, 'compile(routes)', 'a matcher', `throws ${error}`)
    }
  }

  /** Throws `ConformanceError` unless a request, written `GET /users/7`, has the expected result. */
  expect(request: string, expected: Expected): void {
    const wanted = this.#outcomeOf(expected)
    const outcome = outcomeOf(this.routes, this.#ask(request, wanted))
    if (outcome !== wanted) throw ConformanceError.of(this.routes, request, wanted, outcome)
  }

  /** Returns the result of a request. Throws `ConformanceError` if the matcher returns no result. */
  result(request: string): RouteResult {
    const got = this.#ask(request, 'a result')
    if (isResult(got)) return got
    throw ConformanceError.of(this.routes, request, 'a result', outcomeOf(this.routes, got))
  }

  #ask(request: string, wanted: string): unknown {
    const at = request.indexOf(' ')
    try {
      return this.#matcher(request.slice(0, at), request.slice(at + 1))
    } catch (error) {
      throw ConformanceError.of(this.routes, request, wanted, `throws ${error}`)
    }
  }

  #outcomeOf(expected: Expected): string {
    if (expected === 404) return outcomeOfFailure([])
    if (typeof expected === 'object' && 'allow' in expected) return outcomeOfFailure(expected.allow)
    const [row, params] = typeof expected === 'string' ? [expected, {}] : expected
    return outcomeOfMatch(this.routes, this.routes[this.#rows.indexOf(row)], params)
  }
}

export function toRoute(row: RouteRow): Route {
  const text = textOf(row)
  const at = text.indexOf(' ')
  const methods = text.slice(0, at)
  const list = methods === 'any' ? null : methods === 'none' ? [] : methods.split('|')
  const route = new Route(text.slice(at + 1), undefined, list)
  return typeof row === 'string' ? route : route.setOptions(row[1])
}

function textOf(row: RouteRow): string {
  return typeof row === 'string' ? row : row[0]
}
