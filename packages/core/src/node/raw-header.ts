import type { IncomingMessage } from 'node:http'
import { authorityOf } from '../messages/request-target.ts'
import { streamOf } from './http2.ts'

/**
 * The first header of a name, in lower case, straight off the list as it came.
 *
 * Reading it from `headers` would have node build all of them.
 */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i] as string, name)) return rawHeaders[i + 1]
  }
  return undefined
}

/** Whether a name as it came is this one, given in lower case. */
export function isNamed(name: string, lower: string): boolean {
  return name.length === lower.length && (name === lower || name.toLowerCase() === lower)
}

/**
 * The host, and perhaps port, that a request is for: what its target says, else its `Host`.
 *
 * Source: RFC 9112 section 3.2.2, RFC 9113 section 8.3.1.
 */
export function hostOf(incoming: IncomingMessage): string | undefined {
  return authorityIn(incoming) ?? rawHeader(incoming, 'host')
}

/** The headers as a flat list: as they came, but for pseudo headers and a `Host` that the target overrules. */
export function headerLines(incoming: IncomingMessage): string[] {
  const { rawHeaders } = incoming
  const authority = authorityIn(incoming)
  if (authority === undefined && !streamOf(incoming)) return rawHeaders
  const lines = authority === undefined ? [] : ['host', authority]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.startsWith(':') || (authority !== undefined && isNamed(name, 'host'))) continue
    lines.push(name, rawHeaders[i + 1] as string)
  }
  return lines
}

function authorityIn(incoming: IncomingMessage): string | undefined {
  return streamOf(incoming) ? rawHeader(incoming, ':authority') : authorityOf(incoming.url as string)
}
