/**
 * The error for a URL that cannot be made from the given values. The message names the route, the param or key, and the
 * expected value.
 *
 * @example
 * try {
 *   generateUrl(route, { id: '' })
 * } catch (error) {
 *   if (!(error instanceof UrlGenerationError)) throw error
 *   console.error(error.message)
 * }
 */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError'
}
