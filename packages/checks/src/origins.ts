/** Origins of other sites: a list, or a function that returns true for one of them. `R` is the type of requests. */
export type Origins<R> = readonly string[] | ((origin: string, request: R) => boolean)

/**
 * Returns true if an option names the origin of a request. The opaque origin `null`, which any site can have by a
 * sandboxed frame, is in no list, and no function gets it.
 *
 * @example
 * if (!allowsOrigin(origins, request.headers.get('origin') ?? 'null', request)) throw new HttpError(403)
 */
export function allowsOrigin<R>(origins: Origins<R>, origin: string, request: R): boolean {
  if (!SERIALIZED.test(origin)) return false
  return typeof origins === 'function' ? origins(origin, request) === true : origins.includes(origin)
}

/**
 * Returns true for an origin as browsers write it, also of an application or an extension, such as
 * `capacitor://localhost`. `URL` takes hosts such as `*.example.org`, which no browser sends in an origin, so these are
 * not origins here.
 */
export function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { origin, protocol } = new URL(value)
  const [, host = ''] = SERIALIZED.exec(value) ?? []
  // `URL` knows the origins of the web alone; that of every other scheme is opaque to it.
  const isOfWeb = /^(?:https?|wss?|ftp|file):$/.test(protocol)
  return (!isOfWeb || origin === value) && /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d+)?$/.test(host)
}

/** The syntax of an origin in a header. Source: RFC 6454 section 7. */
const SERIALIZED = /^[a-z][a-z\d+.-]*:\/\/([^\s,/?#]+)$/
