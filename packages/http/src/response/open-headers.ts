/**
 * Gives a response whose headers middleware can change: the given response, or a copy if its headers are immutable, as
 * those of `fetch` and `Response.redirect` are.
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

/**
 * Gives an immutable copy of headers.
 *
 * The copy is a real `Headers` object, since platforms access the internals of the headers that they get.
 */
export function lockHeaders(headers: Headers): Headers {
  LockedHeaders ??= lockedClass()
  return new LockedHeaders(headers)
}

let LockedHeaders: typeof Headers | undefined

/** Makes the class at its first use: naming `Headers` makes node load its Fetch classes. */
function lockedClass(): typeof Headers {
  const Locked = class extends Headers {}
  Object.defineProperties(Locked.prototype, {
    constructor: { value: Headers },
    set: { value: refuse },
    append: { value: refuse },
    delete: { value: refuse },
  })
  return Locked
}

function refuse(): never {
  throw new TypeError('Headers are immutable')
}
