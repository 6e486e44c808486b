/**
 * A response whose headers can be set, since middleware further out sets some: itself, or a copy of one that `fetch` or
 * `Response.redirect` gave.
 *
 * Throws a `TypeError` for `Response.error()`.
 */
export function withOpenHeaders(response: Response): Response {
  if (response.type === 'default' && (response.status < 300 || response.status > 308)) return response
  if (response.type === 'error') throw new TypeError('Response.error() cannot be sent')
  try {
    response.headers.delete('x-locked')
    return response
  } catch {
    return new Response(response.body, response)
  }
}
