import type { ServerRequest } from '@app/core'

/**
 * Returns why this visitor must not see a page of development, such as an error page with source code; `undefined` if
 * the visitor may see it. The reason is the second half of a sentence: `"evil.example" is not a name of this machine`.
 *
 * A visitor may see such a page if the host of the request is a name of this machine, such as `localhost`, or in
 * `hosts`; if the request comes from this machine, or `hosts` has a name; and if no page of another site reads the
 * response.
 *
 * @example
 * app.pipe('/debug', (request, handler) =>
 *   reasonToHide(request, []) === undefined ? handler(request) : refuse(request, 403),
 * )
 */
export function reasonToHide(request: ServerRequest, hosts: readonly string[]): string | undefined {
  const { headers, clientAddress } = request
  // Behind a trusted proxy, the host of the URL comes from a forwarding header, which every page can set. So the name in
  // the request's own `Host` is checked too.
  for (const name of [new URL(request.url).hostname, nameIn(headers.get('host'))]) {
    if (name === undefined || LOOPBACK_NAME.test(name) || hosts.includes(name)) continue
    return `"${name}" is not a name of this machine`
  }
  if (hosts.length === 0 && clientAddress !== undefined && !LOOPBACK_ADDRESS.test(clientAddress)) {
    return `${clientAddress} is the address of another machine`
  }
  const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return headers.get('sec-fetch-site') === 'cross-site' && !isVisit
    ? 'the request comes from a page of another site'
    : undefined
}

/** Reads the name in a header `Host`, normalized as in a URL; an empty string if the header has no valid name. */
function nameIn(host: string | null): string | undefined {
  if (host === null) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/
