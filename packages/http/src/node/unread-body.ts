import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endsWithHeaders, refuseRest } from './http2.ts'
import { isHttp2, isMadeByHand, rawHeader } from './raw-header.ts'

/** The most bytes of an unread body that are received and dropped so that the connection can be used again. */
const DRAINED = 262_144

/**
 * The most bytes that are still received after a response that closes the connection, so that the client gets the
 * response.
 */
const LINGERED = 67_108_864

/** The most chunks of an unread body that are received and dropped: tiny ones cost far more than their bytes. */
const DROPPED_CHUNKS = 16_384

/**
 * The milliseconds between two checks of a connection whose last response was sent. It is closed if the client has sent
 * nothing since the last check.
 */
const LINGER_CHECK_MS = 1_000

/**
 * The number of checks after which a connection whose last response was sent is closed, even if its client goes on
 * sending.
 */
const MOST_LINGER_CHECKS = 30

/**
 * The framing of a request by its headers: the request has no body, a body is announced, the request cannot be read
 * with certainty, or it has more header lines than node keeps.
 */
export type BodyFraming = 'none' | 'announced' | 'unreadable' | 'overlong'

/**
 * Finds out from node's list of raw headers whether a body follows them.
 *
 * A message has no certain end if its transfer coding is not `chunked`, or comes after a content length or another
 * transfer coding. A request with two hosts has no certain addressee. All of these are `unreadable`. Before 22, node
 * drops header lines beyond a number without a word, such as those of a trusted proxy; a message with more lines is
 * `overlong`. The connection ends with the response to such messages. It also ends with the response to a message of
 * HTTP/1.0 with a transfer coding, and to a request for an upgrade that nobody takes: the bytes after them may not be a
 * request. Source: RFC 9112 sections 3.2, 6.1 and 6.3, RFC 9113 section 8.1, RFC 9110 section 7.8.
 */
export function bodyFraming(incoming: IncomingMessage, outgoing: ServerResponse): BodyFraming {
  const { rawHeaders } = incoming
  if (rawHeaders.length > 2 * PORTION && rawHeaders.length > 2 * mostLines(incoming)) {
    endConnection(incoming, outgoing)
    return 'overlong'
  }
  let framing: BodyFraming = 'none'
  let hasHost = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    // The length of a name is compared first: most names have another length, and only the others need a lower case.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break
        if (hasHost) return unreadable(incoming, outgoing)
        hasHost = true
        break
      case 7:
        if (name.toLowerCase() === 'upgrade') endConnection(incoming, outgoing)
        break
      case 14:
        if (name.toLowerCase() === 'content-length' && Number(rawHeaders[i + 1]) !== 0) framing = 'announced'
        break
      case 17:
        if (name.toLowerCase() !== 'transfer-encoding') break
        if (framing !== 'none' || !CHUNKED.test(rawHeaders[i + 1] as string)) {
          return unreadable(incoming, outgoing)
        }
        if (incoming.httpVersion === '1.0') endConnection(incoming, outgoing)
        framing = 'announced'
        break
    }
  }
  if (incoming.httpVersionMajor === 2) return endsWithHeaders(incoming) ? 'none' : 'announced'
  // The headers of a message that a serverless host or a test has made may not announce its body, so a body is assumed.
  const { method } = incoming
  return framing === 'none' && method !== 'GET' && method !== 'HEAD' && isMadeByHand(incoming) ? 'announced' : framing
}

/** The number of header lines of a message that node keeps, which its server may have set; there 0 means no limit. */
function mostLines(incoming: IncomingMessage): number {
  const { socket } = incoming as { socket?: { server?: { maxHeadersCount?: number | null } } | null }
  return (socket?.server?.maxHeadersCount ?? USUAL_LINES) || Number.POSITIVE_INFINITY
}

/** Node's default for `maxHeadersCount`. */
const USUAL_LINES = 1_000
/** Node's parser hands on header lines in portions of this number, and drops none of the first portion. */
const PORTION = 31

function unreadable(incoming: IncomingMessage, outgoing: ServerResponse): BodyFraming {
  endConnection(incoming, outgoing)
  return 'unreadable'
}

function endConnection({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
  ended.add(socket)
}

const ended = new WeakSet<Socket>()

/**
 * True if a message arrived after an earlier message that ends the connection. Such a message is not answered, since
 * its bytes may belong to the earlier message.
 */
export function isBehindEnd({ socket }: IncomingMessage): boolean {
  return ended.has(socket)
}

/** True if a client waits for a `100 Continue` before it sends its body. Source: RFC 9110 section 10.1.1. */
export function awaitsInvitation(incoming: IncomingMessage): boolean {
  const expectation = rawHeader(incoming, 'expect')
  return expectation !== undefined && incoming.httpVersion !== '1.0' && CONTINUE.test(expectation)
}

/** Notes that the client has got a `100 Continue`. */
export function markInvited(incoming: IncomingMessage): void {
  invited.add(incoming)
}

const invited = new WeakSet<IncomingMessage>()

/**
 * Handles the rest of a body that was not read. Called when the response is known.
 *
 * Up to 256 KiB are received and dropped, and the connection can be used again. If the client announced more, or still
 * waits for a `100 Continue`, the response closes the connection. If the client sends more, the server sends the
 * response, ends its own side of the connection, and receives up to 64 MiB in all, for 30 seconds at most. If the
 * server closed the connection with unread bytes, the system would reset the connection and the response would be lost.
 * Source: RFC 9112 section 9.6.
 */
export function settleBody(outgoing: ServerResponse): void {
  const incoming = outgoing.req
  if (isHttp2(incoming)) {
    refuseRest(incoming, DRAINED, DROPPED_CHUNKS)
    return
  }
  if (incoming.complete) return
  const isUninvited = awaitsInvitation(incoming) && !invited.has(incoming)
  if (isUninvited || Number(rawHeader(incoming, 'content-length')) > DRAINED) outgoing.shouldKeepAlive = false
  dropRest(outgoing)
}

/** True if a connection has sent its last response, and now only receives what its client still sends. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket)
}

const lingering = new WeakSet<Socket>()

function dropRest(outgoing: ServerResponse): void {
  const { req: incoming } = outgoing
  const { socket } = incoming
  let size = 0
  let chunks = 0
  const linger = () => {
    if (lingering.has(socket)) return
    lingering.add(socket)
    Reflect.deleteProperty(socket, 'destroySoon')
    if (incoming.complete) {
      socket.destroySoon()
      return
    }
    socket.end()
    incoming.once('end', () => socket.destroySoon())
    let seen = size
    let checks = 0
    const watch = setInterval(() => {
      if (size === seen || ++checks === MOST_LINGER_CHECKS) socket.destroy()
      seen = size
    }, LINGER_CHECK_MS)
    socket.once('close', () => clearInterval(watch))
  }
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > LINGERED || ++chunks > DROPPED_CHUNKS) socket.destroy()
    if (size <= DRAINED || size - chunk.length > DRAINED) return
    if (outgoing.writableFinished) linger()
    else outgoing.once('finish', linger)
  })
  // A message that a test has made may lack `resume`.
  incoming.resume?.()
  // Node calls `destroySoon` after the last response of a connection. Its own `destroySoon` would close the connection
  // at once.
  if (!outgoing.shouldKeepAlive) socket.destroySoon = linger
}

const CHUNKED = /^chunked$/i
const CONTINUE = /(?:^|,)[\t ]*100-continue[\t ]*(?:,|$)/i
