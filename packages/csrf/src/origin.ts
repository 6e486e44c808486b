import type { ServerRequest } from '@app/core'
import { allowsOrigin, type Origins } from '@app/core/extending'

/** The sender of a request, as far as it is known from the headers of a browser. */
export type Sender = 'this site' | 'another site' | 'unknown'

/**
 * Determines the sender of a request, by `Sec-Fetch-Site`, which every browser of today sends over TLS, else by
 * `Origin`.
 *
 * The result is `unknown` if the request has neither header: it comes from an old browser, or from no browser. Another
 * subdomain is another site, since it may belong to somebody else. `origins` names origins that are treated like this
 * site. Sources: the Fetch Metadata Request Headers of the W3C, section 2.3; RFC 6454 section 7.
 */
export function senderOf(request: ServerRequest, origins: Origins<ServerRequest>): Sender {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site === null && origin === null) return 'unknown'
  // "none" means that the visitor has caused the request, by typing an address or by a bookmark.
  if (site === 'same-origin' || site === 'none') return 'this site'
  if (origin !== null && allowsOrigin(origins, origin, request)) return 'this site'
  return site === null && origin !== null && isOwn(origin, request) ? 'this site' : 'another site'
}

/**
 * True if an origin is the origin of the request. Behind a proxy that is not trusted, the scheme of the request is
 * unknown and appears as http, so that only the host is compared.
 */
function isOwn(origin: string, request: ServerRequest): boolean {
  if (!URL.canParse(origin)) return false
  const [from, to] = [new URL(origin), new URL(request.url)]
  if (to.protocol === 'https:') return from.origin === to.origin
  return /^https?:$/.test(from.protocol) && from.host === to.host
}
