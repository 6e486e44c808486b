/** A URL cannot be made from what was given; the message names the route, the param or key, and what was expected. */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError'
}
