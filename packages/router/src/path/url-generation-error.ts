/**
 * The error for a URL that cannot be made from the given values. The message names the route, the param or key, and the
 * expected value.
 */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError'
}
