import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/**
 * The stream of a message that came by HTTP/2, through node's compatibility API; `undefined` for HTTP/1.
 *
 * That API has the names of `node:http`, but means other things by some of them. What differs is in this file.
 */
export function streamOf(message: IncomingMessage): ServerHttp2Stream | undefined {
  return message.httpVersionMajor === 2 ? (message as unknown as { stream: ServerHttp2Stream }).stream : undefined
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

/** Has the client stop sending a body that nobody reads, once it has its answer. Source: RFC 9113 section 8.1. */
export function refuseRest(stream: ServerHttp2Stream): void {
  stream.once('finish', () => {
    if (stream.closed || stream.readableEnded) return
    refused.add(stream)
    stream.close()
  })
}

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
