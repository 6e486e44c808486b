import { type ServerRequest, text } from '@app/core'

/**
 * Makes the answer that refuses a request; gives `undefined` for a request that is accepted.
 *
 * A request is refused if its host is neither a name of this machine nor in `hosts`, or if it comes from another
 * machine while `hosts` is empty. GET and HEAD are also refused if `Sec-Fetch-Site` says that a page of another site
 * has sent the request, unless it is a visit by a link. All other methods are refused unless `Sec-Fetch-Site`, or
 * without this header `Origin`, says that a page of this origin has sent the request.
 */
export function refusal(request: ServerRequest, hosts: readonly string[]): Response | undefined {
  const { headers, method, clientAddress } = request
  const { host, hostname } = new URL(request.url)
  // Behind a trusted proxy, `hostname` comes from a forwarding header, which every page can set. So the name in the
  // request's own `Host` is checked too.
  for (const name of [hostname, nameIn(headers.get('host'))]) {
    if (name === undefined || LOOPBACK_NAME.test(name) || hosts.includes(name)) continue
    return refused(
      `The inspector answers under names of this machine such as "localhost", and "${name}" is not one of them.`,
    )
  }
  if (hosts.length === 0 && clientAddress !== undefined && !LOOPBACK_ADDRESS.test(clientAddress)) {
    return refused(`The inspector answers browsers of this machine alone, and ${clientAddress} is another one.`)
  }
  const site = headers.get('sec-fetch-site')
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead) {
    const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
    const isOwn = site === null || site === 'same-origin' || site === 'none' || isVisit
    return isOwn ? undefined : refused('The inspector refuses requests from pages of another site.')
  }
  const origin = headers.get('origin')
  const isFromHere = origin !== null && URL.canParse(origin) && new URL(origin).host === host
  const isOwn = site === null ? isFromHere : site === 'same-origin'
  return isOwn ? undefined : refused('The inspector accepts this request only from its own pages.')
}

/** Reads the name in a header `Host`, normalized as in a URL; an empty text if the header has no valid name. */
function nameIn(host: string | null): string | undefined {
  if (host === null) return undefined
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

function refused(reason: string): Response {
  return text(`${reason}\n`, { status: 403, headers: { 'x-content-type-options': 'nosniff' } })
}

const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/
