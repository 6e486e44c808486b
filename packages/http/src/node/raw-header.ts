import type { IncomingMessage } from 'node:http'
import { authorityOf } from '../request/request-target.ts'
import { isNamed } from '../response/header-syntax.ts'

/** True if a message came from node's compatibility API for HTTP/2, and so has a stream of its own. */
export function isHttp2(message: IncomingMessage): boolean {
  return message.httpVersionMajor === 2 && 'stream' in message
}

/**
 * Returns the value of the first header with the given name (in lower case) from node's list of raw headers.
 *
 * Reading `headers` would make node build the map of all headers.
 */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i] as string, name)) return rawHeaders[i + 1]
  }
  return undefined
}

/** True if a message of HTTP/1 was made by a host of serverless functions or by a test, and not by node's parser. */
export function isMadeByHand(incoming: IncomingMessage): boolean {
  const { socket } = incoming as { socket?: { parser?: object } | null }
  return !socket?.parser && !isHttp2(incoming)
}

/**
 * Completes a message that was made by other code, such as a host of serverless functions. If that code has set only
 * the map of headers, this function adds the list of raw headers.
 */
export function completeHeaders(incoming: IncomingMessage): void {
  const { rawHeaders } = incoming as Partial<IncomingMessage>
  if (rawHeaders !== undefined && rawHeaders.length > 0) return
  incoming.rawHeaders = Object.entries(incoming.headers ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )
}

/**
 * Returns the host and optional port of a request, from its target, else from the header `Host`.
 *
 * Source: RFC 9112 section 3.2.2, RFC 9113 section 8.3.1.
 */
export function hostOf(incoming: IncomingMessage): string | undefined {
  return authorityIn(incoming) ?? rawHeader(incoming, 'host')
}

/**
 * Returns the received headers as a flat list, without the pseudo headers of HTTP/2. If the request target has a host,
 * that host replaces the header `Host`.
 */
export function headerLines(incoming: IncomingMessage): string[] {
  const { rawHeaders } = incoming
  const authority = authorityIn(incoming)
  if (authority === undefined && !isHttp2(incoming)) return rawHeaders
  const lines = authority === undefined ? [] : ['host', authority]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.startsWith(':') || (authority !== undefined && isNamed(name, 'host'))) continue
    lines.push(name, rawHeaders[i + 1] as string)
  }
  return lines
}

function authorityIn(incoming: IncomingMessage): string | undefined {
  return isHttp2(incoming) ? rawHeader(incoming, ':authority') : authorityOf(incoming.url as string)
}
