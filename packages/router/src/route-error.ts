/**
 * The error for a route with a bad method, token, option or metadata value, and for a route that the router cannot
 * express.
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
