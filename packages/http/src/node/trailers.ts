import { beforeSending } from '../life/hooks.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { headerName } from '../response/header-syntax.ts'
import { NodeSource } from './node-source.ts'
import { trailing } from './trailers-of.ts'

/**
 * Sends headers after the body of the response, for values that are known only then, such as a checksum of a stream.
 *
 * Does nothing if there is no connection of node (as in `app.fetch` and `app.request()`), if the client speaks
 * HTTP/1.0, if the response has begun, or if it has no body. A response with trailers has no content length. Proxies
 * may drop trailers, and a browser shows none to scripts: trailers are for clients that are programs, and for
 * `Server-Timing`. Throws a `TypeError` for an invalid name, and for a header that has to come before the body, such as
 * `content-length` or `set-cookie`.
 *
 * @example
 * ```ts
 * app.get('/export', (request) => {
 *   const hash = createHash('sha256')
 *   trailers(request, { 'x-checksum': () => hash.digest('hex') })
 *   return new Response(rowsThrough(hash))
 * })
 * ```
 */
export function trailers(request: ServerRequest, values: Readonly<Record<string, () => string>>): void {
  const names = Object.keys(values).map(headerName)
  for (const name of names)
    if (IN_FRONT.test(name)) throw new TypeError(`trailers(): "${name}" must come before the body`)
  const { source } = request
  if (!(source instanceof NodeSource)) return
  const { outgoing } = source
  // A response object that a test or a serverless host has made, and not node, may lack `addTrailers`.
  if (outgoing.headersSent || outgoing.req.httpVersion === '1.0' || !outgoing.addTrailers) return
  // Reading `body` turns the body into a stream, which is sent in chunks; a response of known length cannot have
  // trailers.
  if (!trailing.has(outgoing)) beforeSending(request, ({ body }) => void body)
  trailing.set(outgoing, { ...trailing.get(outgoing), ...values })
}

/**
 * Headers that cannot be trailers, since a recipient needs them before the body, such as those for framing, decoding,
 * caching or authentication. Source: RFC 9110 section 6.5.1.
 */
const IN_FRONT =
  /^(?:transfer-encoding|content-(?:length|encoding|type|range|disposition)|trailer|host|connection|upgrade|te|cache-control|expires|date|vary|age|location|retry-after|set-cookie|authorization|.*authenticate)$/
