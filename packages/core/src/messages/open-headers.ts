/**
 * A response whose headers can be changed, as middleware further out may do: the same one, or a copy if its headers are
 * immutable, as those of `fetch` and `Response.redirect` are.
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
