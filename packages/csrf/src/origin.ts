import type { ServerRequest } from '@app/core'

/** The origin of a request, as far as the headers of a browser tell it. */
export type Sender = 'this site' | 'another site' | 'unknown'

/**
 * The sender of a request: by `Sec-Fetch-Site`, which every browser of today sends over TLS, else by `Origin`.
 *
 * It is `unknown` if the request has neither: it comes from an old browser, or from no browser. Another subdomain is
 * another site, since it may belong to somebody else. `origins` lists those that count as this site. Sources: the Fetch
 * Metadata Request Headers of the W3C, section 2.3; RFC 6454 section 7.
 */
export function senderOf(request: ServerRequest, origins: ReadonlySet<string>): Sender {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site === null && origin === null) return 'unknown'
  // "none" means that the visitor has caused the request, by typing an address or by a bookmark.
  if (site === 'same-origin' || site === 'none') return 'this site'
  if (origin !== null && origins.has(origin)) return 'this site'
  return site === null && origin !== null && isOwn(origin, request) ? 'this site' : 'another site'
}

/**
 * Whether an origin is that of the request. Behind a proxy that is not trusted the scheme of a request is unknown, and
 * reads as http: there the host decides.
 */
function isOwn(origin: string, request: ServerRequest): boolean {
  if (!URL.canParse(origin)) return false
  const [from, to] = [new URL(origin), new URL(request.url)]
  if (to.protocol === 'https:') return from.origin === to.origin
  return from.host === to.host
}
