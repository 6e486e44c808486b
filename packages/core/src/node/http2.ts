import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'

/**
 * The stream of a message that came by HTTP/2, through node's compatibility API; `undefined` for HTTP/1.
 *
 * That API has the names of `node:http`, but means other things by some of them. What differs is in this file.
 */
export function streamOf(message: IncomingMessage): ServerHttp2Stream | undefined {
  return message.httpVersionMajor === 2 ? (message as unknown as { stream: ServerHttp2Stream }).stream : undefined
}

/**
 * What waits for the answer to a message: its connection, or its stream.
 *
 * The socket that node shows of a stream is another one as soon as the stream has ended.
 */
export function connectionOf(message: IncomingMessage): Socket {
  return (streamOf(message) as Socket | undefined) ?? message.socket
}

/**
 * Whether all of a body has come, read or not.
 *
 * A stream of HTTP/2 ends for its readers wherever it was cut, and only then it can be told.
 */
export function hasArrived(incoming: IncomingMessage): boolean {
  const stream = streamOf(incoming)
  return stream ? !stream.aborted && stream.rstCode === 0 && !refused.has(stream) : incoming.complete
}

/**
 * Drops the rest of a body that nobody reads, up to so many octets behind the answer; then the client is told to stop.
 *
 * Told at once, node would forget the answer that is still to go out. Source: RFC 9113 section 8.1.
 */
export function refuseRest(incoming: IncomingMessage, stream: ServerHttp2Stream, most: number): void {
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
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) refuse()
    })
    incoming.resume()
  })
}

/** How long the rest of such a body may take. */
const REST_MS = 1_000

const refused = new WeakSet<ServerHttp2Stream>()

/**
 * Has a response by HTTP/2 do as one of HTTP/1 where it is asked the same, so that one writer serves both.
 *
 * There is no reason phrase and no connection to speak of, several headers of one name are a list, and what is written
 * behind the headers of an answer to HEAD is dropped.
 */
export function likeHttp1(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing.req) as ServerHttp2Stream
  const isHead = outgoing.req.method === 'HEAD'
  const writeHead = outgoing.writeHead.bind(outgoing) as (status: number, headers?: object) => unknown
  const end = outgoing.end.bind(outgoing) as () => unknown
  const differing = {
    destroyed: { get: () => stream.destroyed },
    closed: { get: () => stream.closed },
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

/** A flat list of headers as a map, where one that comes several times has a list of values. */
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
