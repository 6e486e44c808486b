import type { Route } from '../route.ts'

/**
 * The error for a router that violates the router contract. The message has the routes, the request, and the expected
 * and the actual result.
 */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'

  static of(routes: readonly Route[], request: string, expected: string, got: string): ConformanceError {
    const outcomes = `  expected: ${shorten(expected)}\n  got:      ${shorten(got)}`
    return new ConformanceError(`${shorten(request)}\n${outcomes}\n  routes:\n${describeTable(routes)}`)
  }
}

function describeTable(routes: readonly Route[]): string {
  const rows = routes.slice(0, MAX_ROWS).map((route, index) => `    ${index + 1}. ${describeRoute(route)}`)
  if (routes.length > MAX_ROWS) rows.push(`    and ${routes.length - MAX_ROWS} more`)
  return rows.join('\n')
}

function describeRoute(route: Route): string {
  return Object.keys(route.options).length ? `${route} ${JSON.stringify(route.options)}` : `${route}`
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text
}

const MAX_ROWS = 20
const MAX_LENGTH = 400
