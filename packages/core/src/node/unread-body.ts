import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNamed, rawHeader } from './raw-header.ts'

/** How much of a body that nobody reads is taken from the client so that the connection can be used again. */
const DRAINED = 262_144

/** How long a connection that is to close still takes what is on its way, so that the client gets to see the answer. */
const LINGER_MS = 500

/** What a message's headers say of its body. */
export type BodyFraming = 'none' | 'announced' | 'unreadable'

/**
 * Whether octets follow the headers, told from the list that is there anyway.
 *
 * A transfer coding other than `chunked` alone cannot be taken off: where such a message ends is anybody's guess.
 * Source: RFC 9112 sections 6.1 and 6.3.
 */
export function bodyFraming({ rawHeaders }: IncomingMessage): BodyFraming {
  let framing: BodyFraming = 'none'
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (isNamed(name, 'content-length')) {
      if (Number(rawHeaders[i + 1]) !== 0) framing = 'announced'
    } else if (isNamed(name, 'transfer-encoding')) {
      if (framing !== 'none' || !CHUNKED.test(rawHeaders[i + 1] as string)) return 'unreadable'
      framing = 'announced'
    }
  }
  return framing
}

/**
 * Called when the answer is known: sees to the octets of a body that are still to come.
 *
 * Up to 256 KiB are read and dropped. A client that announced more, or that waits to be invited, is told that the
 * connection ends; one that sends more without having said so is cut off.
 */
export function settleBody(outgoing: ServerResponse): void {
  const incoming = outgoing.req
  if (incoming.complete) return
  const isUninvited = rawHeader(incoming, 'expect') !== undefined && !invited.has(incoming)
  if (isUninvited || Number(rawHeader(incoming, 'content-length')) > DRAINED) outgoing.shouldKeepAlive = false
  if (!isUninvited) dropRest(outgoing)
}

/** Remembers that the client was told to send its body. */
export function markInvited(incoming: IncomingMessage): void {
  invited.add(incoming)
}

const invited = new WeakSet<IncomingMessage>()

function dropRest(outgoing: ServerResponse): void {
  const { req: incoming } = outgoing
  const { socket } = incoming
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > DRAINED) socket.destroy()
  })
  incoming.resume()
  if (!outgoing.shouldKeepAlive) {
    // Closed at once, with octets unread, the system would reset the connection and take the answer with it.
    socket.destroySoon = () => {
      socket.end()
      const cut = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(cut))
    }
  }
}

const CHUNKED = /^chunked$/i
