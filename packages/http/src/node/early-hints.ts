import type { ServerRequest } from '../request/server-request.ts'
import { checkLine } from '../response/header-syntax.ts'
import { NodeSource } from './node-source.ts'
import type { EarlyHints } from './server.ts'

/**
 * Sends a 103 ahead of the response, with links to resources that the page will need, so that a browser loads them
 * while the handler still works.
 *
 * Does nothing if there is no connection of node (as in `app.fetch` and `app.request()`), if the response has begun, or
 * if the client speaks HTTP/1.0. Browsers use hints over HTTP/2 only. Throws a `TypeError` for a link that is not a
 * `Link` header, and for a name or a value that no header may have.
 *
 * @example
 * ```ts
 * app.get('/', async (request) => {
 *   earlyHints(request, { link: '</style.css>; rel=preload; as=style' })
 *   return html(await renderPage())
 * })
 * ```
 */
export function earlyHints(request: ServerRequest, hints: EarlyHints): void {
  const checked = Object.entries(hints).map(([name, value]) => [name, linesOf(name, value)])
  const { source } = request
  if (!(source instanceof NodeSource)) return
  const { outgoing } = source
  // A response object that a test or a serverless host has made, and not node, may lack `writeEarlyHints`.
  if (outgoing.headersSent || outgoing.req.httpVersion === '1.0' || !outgoing.writeEarlyHints) return
  outgoing.writeEarlyHints(Object.fromEntries(checked) as Record<string, string | string[]>)
}

function linesOf(name: string, value: string | readonly string[]): string | readonly string[] {
  if (typeof value === 'object') return value.map((one) => linesOf(name, one) as string)
  checkLine(name, value)
  return value
}
