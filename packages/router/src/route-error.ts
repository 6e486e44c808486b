/** A route is invalid: it has a bad method, token or option, or one that the router cannot express. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
