import { type ServerRequest, text } from '@app/core'
import { reasonToHide } from '@app/development'

/**
 * Makes the response that refuses a request; returns `undefined` for a request that is accepted.
 *
 * A request is refused if its visitor must not see pages of development. GET and HEAD are also refused if
 * `Sec-Fetch-Site` says that a page of another origin has sent the request, unless it is a visit by a link. All other
 * methods are refused unless `Sec-Fetch-Site`, or without this header `Origin`, says that a page of this origin has
 * sent the request.
 */
export function refusal(request: ServerRequest, hosts: readonly string[]): Response | undefined {
  const reason = reasonToHide(request, hosts)
  if (reason !== undefined) {
    return refused(`The inspector answers browsers of this machine, under names such as "localhost": ${reason}.`)
  }
  const { headers, method, url } = request
  const site = headers.get('sec-fetch-site')
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead) {
    const isVisit = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
    const isOwn = site === null || site === 'same-origin' || site === 'none' || isVisit
    return isOwn ? undefined : refused('The inspector refuses requests from pages of another site.')
  }
  const origin = headers.get('origin')
  const isFromHere = origin !== null && URL.canParse(origin) && new URL(origin).host === new URL(url).host
  const isOwn = site === null ? isFromHere : site === 'same-origin'
  return isOwn ? undefined : refused('The inspector accepts this request only from its own pages.')
}

function refused(reason: string): Response {
  return text(`${reason}\n`, { status: 403, headers: { 'x-content-type-options': 'nosniff' } })
}
