/**
 * A route is invalid: it has a bad method, token or option, or the router cannot express its method, token or option.
 *
 * @example
 * try {
 *   new Route('/', home, ['GTE'])
 * } catch (error) {
 *   if (!(error instanceof RouteError)) throw error
 *   console.error(error.message)
 * }
 */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
