import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of a body that nobody reads is taken from the client so that the connection can be used again. */
const DRAINED = 262_144

/** How long a connection that is to close still takes what is on its way, so that the client gets to see the answer. */
const LINGER_MS = 500

/** Whether the message says that octets follow its headers, told from the list that is there anyway. */
export function announcesBody({ rawHeaders }: IncomingMessage): boolean {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const { length } = rawHeaders[i] as string
    if (length === 14 && isNamed(rawHeaders[i], 'content-length')) return Number(rawHeaders[i + 1]) !== 0
    if (length === 17 && isNamed(rawHeaders[i], 'transfer-encoding')) return true
  }
  return false
}

/**
 * Called when the answer is known: sees to the octets of a body that are still to come.
 *
 * Up to 256 KiB are read and dropped. A client that announced more, or that waits to be invited, is told that the
 * connection ends; one that sends more without having said so is cut off.
 */
export function settleBody(outgoing: ServerResponse): void {
  const incoming = outgoing.req
  if (!announcesBody(incoming) || incoming.complete) return
  const { 'content-length': length, expect } = incoming.headers
  const isUninvited = expect !== undefined && !invited.has(incoming)
  if (isUninvited || Number(length) > DRAINED) outgoing.shouldKeepAlive = false
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

function isNamed(name: string | undefined, lower: string): boolean {
  return name === lower || name?.toLowerCase() === lower
}
