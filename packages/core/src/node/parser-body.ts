import type { IncomingMessage } from 'node:http'

type TakeChunk = (chunk: Buffer<ArrayBuffer>) => void

/**
 * Hears a body where node's parser hands it over, before it becomes a stream. The events of the stream would cost more
 * than a small body.
 *
 * Gives the function that stops hearing; `undefined` where the events have to be heard instead: for a message of which
 * something has arrived or that somebody else reads, and until a first body has proven that the parser calls `push`.
 * That way is not documented. A runtime that goes another way is heard by events for good.
 */
export function hearParser(incoming: IncomingMessage, take: TakeChunk, end: () => void): (() => void) | undefined {
  if (!isUntouched(incoming)) return undefined
  if (!isProven) {
    prove(incoming)
    return undefined
  }
  const { push } = incoming
  // Assigned, not deleted: node's message would become a slow object.
  const stop = () => {
    incoming.push = push
  }
  incoming.push = (chunk: Buffer<ArrayBuffer> | null) => {
    if (chunk !== null) {
      take(chunk)
      return true
    }
    stop()
    const hasRoom = incoming.push(null)
    end()
    return hasRoom
  }
  return stop
}

/** Whether a body was seen that came by `push` whole, up to its end. */
let isProven = false

/** Compares what `push` gets with what the events tell, for one body that is read by its events. */
function prove(incoming: IncomingMessage): void {
  let pushed = 0
  let heard = 0
  let isEnded = false
  const { push } = incoming
  incoming.push = (chunk: Buffer | null, ...rest: []) => {
    if (chunk === null) isEnded = true
    else pushed += chunk.length
    return push.call(incoming, chunk, ...rest)
  }
  incoming.on('data', (chunk: Buffer) => {
    heard += chunk.length
  })
  incoming.once('end', () => {
    incoming.push = push
    isProven = isEnded && heard > 0 && heard === pushed
  })
}

function isUntouched(incoming: IncomingMessage): boolean {
  return (
    incoming.readableFlowing === null &&
    incoming.readableLength === 0 &&
    !incoming.complete &&
    !incoming.destroyed &&
    incoming.listenerCount('data') === 0 &&
    isParsed(incoming)
  )
}

/** Whether a parser of node fills the message: a test may make a message by hand, and HTTP/2 has none. */
function isParsed(incoming: IncomingMessage): boolean {
  const { parser } = incoming.socket as { parser?: { incoming?: unknown } | null }
  return parser?.incoming === incoming
}
