import type { ServerRequest } from '@app/core'

/**
 * Returns why this visitor must not see a page of development, such as an error page with source code; `undefined` if
 * the visitor may see it. The reason is the second half of a sentence: `"evil.example" is not a name of this machine`.
 *
 * A visitor may see such a page if the host of the request is a name of this machine, such as `localhost`, or in
 * `hosts`; if the request comes from this machine, also by what the headers of proxies say, or `hosts` has a name; and if
 * no page of another site reads the response.
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
  if (hosts.length === 0) {
    if (clientAddress !== undefined && !LOOPBACK_ADDRESS.test(clientAddress)) {
      return `${clientAddress} is the address of another machine`
    }
    const reason = reasonOfProxy(headers)
    if (reason !== undefined) return reason
  }
  const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  return headers.get('sec-fetch-site') === 'cross-site' && !isVisit
    ? 'the request comes from a page of another site'
    : undefined
}

/**
 * Returns why a request that a proxy of this machine has sent may come from another machine. Such a proxy has an address
 * of this machine, and often writes a name of this machine into `Host`.
 */
function reasonOfProxy(headers: Headers): string | undefined {
  const named = FORWARDING.filter(([name]) => headers.has(name))
  for (const [name, addressIn] of named) {
    const addresses = headers.get(name)?.split(',').map(addressIn) ?? []
    if (!addresses.every((address) => LOOPBACK_ADDRESS.test(withoutPort(address)))) {
      return `the header ${name} names another machine`
    }
  }
  return headers.has('via') && named.length === 0
    ? 'the header Via names a proxy, which does not say for whom'
    : undefined
}

/** Reads the address in an element of `Forwarded`. Source: RFC 7239 section 4. */
function forwardedAddress(element: string): string {
  return /(?:^|;)\s*for="?([^";]*)/i.exec(element)?.[1] ?? ''
}

function withoutPort(address: string): string {
  return address.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
}

/** Reads the name in a header `Host`, normalized as in a URL; an empty string if the header has no valid name. */
function nameIn(host: string | null): string | undefined {
  if (host === null) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

const FORWARDING: readonly (readonly [name: string, addressIn: (element: string) => string])[] = [
  ['X-Forwarded-For', (element) => element],
  ['X-Real-IP', (element) => element],
  ['Forwarded', forwardedAddress],
]
const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/
