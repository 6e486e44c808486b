/**
 * The error for a route with a bad method, token, option or metadata value, and for a route that the router cannot
 * express.
 */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
