import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { isHttp2 } from './raw-header.ts'

/**
 * Returns the stream of an HTTP/2 message of node's compatibility API.
 *
 * That API has the names of `node:http`, but some of them behave differently; the functions of this file hide these
 * differences.
 */
function streamOf(message: IncomingMessage): ServerHttp2Stream {
  return (message as unknown as { stream: ServerHttp2Stream }).stream
}

/**
 * Returns the connection of a message, or its HTTP/2 stream. By this object, a stopping server finds out which
 * connections still wait for a response.
 *
 * The `socket` of an HTTP/2 message would not do for this: it is another object as soon as the stream has ended.
 */
export function connectionOf(message: IncomingMessage): Socket {
  return isHttp2(message) ? (streamOf(message) as unknown as Socket) : message.socket
}

/** True if the headers are the end of an HTTP/2 message, so that it has no body. */
export function endsWithHeaders(incoming: IncomingMessage): boolean {
  return isHttp2(incoming) && streamOf(incoming).endAfterHeaders
}

/**
 * True if the whole body of an ended HTTP/2 message has arrived. A reader sees a regular end even if the stream was cut
 * off. So this function looks at the state of the stream, which is reliable only after the reader has seen the end.
 */
export function hasStreamArrived(incoming: IncomingMessage): boolean {
  const stream = streamOf(incoming)
  return !stream.aborted && stream.rstCode === 0 && !refused.has(stream)
}

/**
 * Drops the rest of an unread body. If the client sends more than `most` bytes or `mostChunks` chunks after the
 * response, or takes more than a second, the server closes the stream, which tells the client to stop.
 *
 * If the server closed the stream earlier, node would drop the response. Source: RFC 9113 section 8.1.
 */
export function refuseRest(incoming: IncomingMessage, most: number, mostChunks: number): void {
  const stream = streamOf(incoming)
  stream.once('finish', () => {
    if (stream.closed || stream.readableEnded) return
    const refuse = () => {
      if (stream.closed) return
      refused.add(stream)
      stream.close()
    }
    const cut = setTimeout(refuse, REST_MS)
    stream.once('close', () => clearTimeout(cut))
    let size = 0
    let chunks = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most || ++chunks > mostChunks) refuse()
    })
    incoming.resume()
  })
}

/** The milliseconds that the rest of an unread body may take. */
const REST_MS = 1_000

const refused = new WeakSet<ServerHttp2Stream>()

/**
 * Makes an HTTP/2 response behave like one of HTTP/1, so that the same code writes both.
 *
 * The response then, for example, ignores `statusMessage` and `shouldKeepAlive`, takes a flat list of headers in which
 * names may be repeated, tells a response that the client has reset from a complete one, and drops the body of a
 * response to HEAD.
 */
export function likeHttp1(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing.req)
  const isHead = outgoing.req.method === 'HEAD'
  const writeHead = outgoing.writeHead.bind(outgoing) as (status: number, headers?: object) => unknown
  const end = outgoing.end.bind(outgoing) as () => unknown
  const differing = {
    destroyed: { get: () => stream.destroyed },
    closed: { get: () => stream.closed },
    // Node's own `destroy` ends the stream without an error code, so that a broken response would look complete.
    destroy: {
      value: () => {
        stream.close(INTERNAL_ERROR)
        return outgoing
      },
    },
    // Node's own `writableFinished` is true even for a stream that the client has reset before all was sent.
    writableFinished: { get: () => stream.writableFinished && !stream.aborted },
    shouldKeepAlive: { get: () => true, set: () => undefined },
    statusMessage: { get: () => '', set: () => undefined },
    writeHead: {
      value: (status: number, ...rest: readonly unknown[]) => {
        const headers = rest.find((argument) => typeof argument === 'object')
        return writeHead(status, Array.isArray(headers) ? grouped(headers) : (headers as object | undefined))
      },
    },
    ...(isHead && { end: { value: () => end() } }),
  }
  Object.defineProperties(outgoing, differing)
}

const INTERNAL_ERROR = 2

/** Converts a flat list of headers to a map; a repeated name has a list of values. */
function grouped(list: readonly string[]): Record<string, string | string[]> {
  const map: Record<string, string | string[]> = Object.create(null)
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    const value = list[i + 1] as string
    const earlier = map[name]
    map[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return map
}
