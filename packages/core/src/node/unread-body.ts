import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseRest, streamOf } from './http2.ts'
import { isNamed, rawHeader } from './raw-header.ts'

/** How much of a body that nobody reads is taken from the client so that the connection can be used again. */
const DRAINED = 262_144

/** How much more is taken behind an answer that ends the connection, so that its client gets to see it. */
const LINGERED = 67_108_864

/** How often a connection is looked at that ends so: one whose client has sent nothing meanwhile is closed. */
const LINGER_CHECK_MS = 1_000

/** How many looks there are at most. */
const MOST_LINGER_CHECKS = 30

/** What a message's headers say of its body. */
export type BodyFraming = 'none' | 'announced' | 'unreadable'

/**
 * Whether octets follow the headers, told from the list that is there anyway.
 *
 * A transfer coding other than `chunked` alone cannot be taken off: where such a message ends is anybody's guess. Whom
 * a request with two hosts is for is one too. Source: RFC 9112 sections 3.2, 6.1 and 6.3, RFC 9113 section 8.1.
 */
export function bodyFraming(incoming: IncomingMessage): BodyFraming {
  const { rawHeaders } = incoming
  let framing: BodyFraming = 'none'
  let hasHost = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (isNamed(name, 'content-length')) {
      if (Number(rawHeaders[i + 1]) !== 0) framing = 'announced'
    } else if (isNamed(name, 'transfer-encoding')) {
      if (framing !== 'none' || !CHUNKED.test(rawHeaders[i + 1] as string)) return 'unreadable'
      framing = 'announced'
    } else if (isNamed(name, 'host')) {
      if (hasHost) return 'unreadable'
      hasHost = true
    }
  }
  const stream = streamOf(incoming)
  if (stream) return stream.endAfterHeaders ? 'none' : 'announced'
  return framing
}

/** Whether a client waits to be told to send its body. Source: RFC 9110 section 10.1.1. */
export function awaitsInvitation(incoming: IncomingMessage): boolean {
  const expectation = rawHeader(incoming, 'expect')
  return expectation !== undefined && incoming.httpVersion !== '1.0' && CONTINUE.test(expectation)
}

/** Remembers that the client was told to send its body. */
export function markInvited(incoming: IncomingMessage): void {
  invited.add(incoming)
}

const invited = new WeakSet<IncomingMessage>()

/**
 * Called when the answer is known: sees to the octets of a body that are still to come.
 *
 * Up to 256 KiB are read and dropped, and the connection can be used again. A client that announced more, or that waits
 * to be invited, is told that the connection ends. Whoever sends more gets its answer and the end of our side, and is
 * read from for a while: closed at once, with octets unread, the system would reset the connection and take the answer
 * with it. Source: RFC 9112 section 9.6.
 */
export function settleBody(outgoing: ServerResponse): void {
  const incoming = outgoing.req
  const stream = streamOf(incoming)
  if (stream) {
    refuseRest(incoming, stream, DRAINED)
    return
  }
  if (incoming.complete) return
  const isUninvited = awaitsInvitation(incoming) && !invited.has(incoming)
  if (isUninvited || Number(rawHeader(incoming, 'content-length')) > DRAINED) outgoing.shouldKeepAlive = false
  dropRest(outgoing)
}

function dropRest(outgoing: ServerResponse): void {
  const { req: incoming } = outgoing
  const { socket } = incoming
  let size = 0
  let isLingering = false
  const linger = () => {
    if (isLingering) return
    isLingering = true
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
    if (size > LINGERED) socket.destroy()
    if (size <= DRAINED || size - chunk.length > DRAINED) return
    if (outgoing.writableFinished) linger()
    else outgoing.once('finish', linger)
  })
  incoming.resume()
  // Node calls it behind the last answer of a connection.
  if (!outgoing.shouldKeepAlive) socket.destroySoon = linger
}

const CHUNKED = /^chunked$/i
const CONTINUE = /(?:^|,)[\t ]*100-continue[\t ]*(?:,|$)/i
