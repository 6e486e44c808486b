import { ConfigurationError } from '@app/checks'
import { compileRoutes } from '../compile-routes.ts'
import type { Route } from '../route.ts'
import type { RouterInterface } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { ConformanceError } from './conformance-error.ts'
import { type Expected, type RouteRow, RouteTable, toRoute } from './route-table.ts'

/** A table of routes, and the expected results of requests. */
export interface RoutingCase {
  readonly name: string
  readonly routes: readonly RouteRow[]
  /** The expected results by request: `GET /users/7`. */
  readonly expect: Readonly<Record<string, Expected>>
}

/** Makes a conformance case that passes if a router returns the expected results for the requests of a table. */
export function routingCase(router: RouterInterface, { name, routes, expect }: RoutingCase): ConformanceCase {
  return {
    name,
    check: () => {
      const table = new RouteTable(router, routes)
      for (const [request, expected] of Object.entries(expect)) table.expect(request, expected)
    },
  }
}

/**
 * Makes a conformance case that passes if a router returns the expected results for the requests of a table, or refuses
 * to compile the table with an error that names its last route.
 */
export function refusableCase(router: RouterInterface, routing: RoutingCase): ConformanceCase {
  const { name, check } = routingCase(router, routing)
  return {
    name,
    check: () => {
      if (!refuses(router, routing.routes.map(toRoute))) check()
    },
  }
}

/**
 * Makes a conformance case that passes if a router refuses to compile a table, with an error that names the last route
 * and contains the text `named`.
 */
export function refusedCase(
  router: RouterInterface,
  name: string,
  rows: readonly RouteRow[],
  named = '',
): ConformanceCase {
  return {
    name,
    check: () => {
      const routes = rows.map(toRoute)
      if (refuses(router, routes, named)) return
      throw ConformanceError.of(
        routes,
        'compile(routes)',
        `throws a ConfigurationError (APP_ROUTE) for ${routes.at(-1)}`,
        'a matcher',
      )
    },
  }
}

/**
 * True if compiling throws. Throws `ConformanceError` if the error is not a `ConfigurationError` of the code
 * `APP_ROUTE` that names the last route and contains the text `named`.
 */
function refuses(router: RouterInterface, routes: readonly Route[], named = ''): boolean {
  try {
    compileRoutes(router, routes)
    return false
  } catch (error) {
    const names = [`${routes.at(-1)}`, named]
    const isRefusal = ConfigurationError.is(error) && error.code === 'APP_ROUTE'
    if (isRefusal && names.every((name) => error.message.includes(name))) return true
    const expected = `a ConfigurationError (APP_ROUTE) that names ${names.filter(Boolean).join(' and ')}`
    throw ConformanceError.of(routes, 'compile(routes)', expected, `throws ${error}`)
  }
}
