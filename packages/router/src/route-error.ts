/** A route is invalid: a bad method, token or option, or one that the router cannot express. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
