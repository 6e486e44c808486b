/** A route cannot be what it is asked to be: a bad method, token, option, or one that a router cannot express. */
export class RouteError extends Error {
  override readonly name = 'RouteError'
}
