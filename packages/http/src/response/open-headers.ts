/**
 * Returns a response whose headers can be changed: the given response, or a copy if its headers are immutable, as those
 * of `fetch` and `Response.redirect` are. The copy has no `content-encoding` and `content-length` if `fetch` has decoded
 * the body: it leaves them in place, and they would be wrong for the decoded bytes.
 *
 * Throws a `TypeError` for `Response.error()`.
 */
export function withOpenHeaders(response: Response): Response {
  if (response.type === 'default' && (response.status < 300 || response.status > 308)) return response
  if (response.type === 'error') throw new TypeError('Response.error() cannot be sent')
  if (isDecoded(response)) {
    const copy = new Response(response.body, response)
    copy.headers.delete('content-encoding')
    copy.headers.delete('content-length')
    return copy
  }
  try {
    response.headers.delete('x-locked')
    return response
  } catch {
    return new Response(response.body, response)
  }
}

/** True if `fetch` made the response and has decoded its body: it decodes a body if it knows all of its codings. */
function isDecoded({ url, body, headers }: Response): boolean {
  if (url === '' || body === null) return false
  const codings = (headers.get('content-encoding') ?? 'none').split(',')
  return codings.every((coding) => DECODED.has(coding.trim().toLowerCase()))
}

const DECODED: ReadonlySet<string> = /* @__PURE__ */ new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/**
 * Returns an immutable copy of headers.
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
