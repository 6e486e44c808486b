import type { Route } from '../route.ts'
import type { RouteResult } from '../router-interface.ts'

/**
 * Writes the result of a request as a string for messages. Equal results have the same string, so that two results are
 * compared by it.
 */
export function outcomeOf(routes: readonly Route[], got: unknown): string {
  if (!isResult(got)) return `no result: ${JSON.stringify(got)}`
  return got.matched ? outcomeOfMatch(routes, got.route, got.params) : outcomeOfFailure(got.allowedMethods)
}

/** Writes the result of a match as a string: the route, with its position in the table `routes`, and the params. */
export function outcomeOfMatch(routes: readonly Route[], route: Route | undefined, params: object): string {
  const index = routes.indexOf(route as Route)
  if (index === -1) return 'a route that is not in the table'
  const values = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = values.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
  return `route ${index + 1}, ${route}, with ${text ? `{ ${text} }` : 'no params'}`
}

/** Writes the result of a request that no route matches as a string, with the allowed methods in the given order. */
export function outcomeOfFailure(allowedMethods: readonly unknown[]): string {
  return allowedMethods.length === 0 ? 'not found' : `only ${allowedMethods.join(', ')} allowed`
}

/** True if a value has the shape of a `RouteResult`. */
export function isResult(value: unknown): value is RouteResult {
  if (!isObject(value)) return false
  return value.matched === true
    ? isObject(value.route) && isObject(value.params)
    : value.matched === false && Array.isArray(value.allowedMethods)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
