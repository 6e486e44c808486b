import type { IncomingMessage } from 'node:http'

type TakeChunk = (chunk: Buffer<ArrayBuffer>) => void

/**
 * Hears a body where node's parser hands it over, before it becomes a stream. The events of the stream would cost more
 * than a small body.
 *
 * Gives `false` where the events have to be heard instead: for a message of which something has arrived or that somebody
 * else reads, and until a first body has proven that the parser calls `push`. That way is not documented. A runtime that
 * goes another way is heard by events for good.
 */
export function hearParser(incoming: IncomingMessage, take: TakeChunk, end: () => void): boolean {
  if (!isUntouched(incoming)) return false
  if (!isProven) {
    prove(incoming)
    return false
  }
  const heard = incoming as Heard
  heard[HEARER] = { take, end, push: incoming.push }
  heard.push = pushToHearer
  return true
}

/** Lets what still comes go its usual way. */
export function stopHearing(incoming: IncomingMessage): void {
  const heard = incoming as Heard
  const { [HEARER]: hearer } = heard
  if (hearer === undefined) return
  // Assigned, not deleted: node's message would become a slow object.
  heard.push = hearer.push
  heard[HEARER] = undefined
}

interface Heard extends IncomingMessage {
  [HEARER]?: Hearer | undefined
}

interface Hearer {
  readonly take: TakeChunk
  readonly end: () => void
  /** The function that was there before. */
  readonly push: IncomingMessage['push']
}

const HEARER: unique symbol = Symbol('hearer')

/**
 * The same function for all messages. If each had one of its own as a property, V8 would keep all that the function holds
 * until the next full collection, and grow the young heap to more than ten times its size.
 */
function pushToHearer(this: Heard, chunk: Buffer<ArrayBuffer> | null): boolean {
  const { take, end } = this[HEARER] as Hearer
  if (chunk !== null) {
    take(chunk)
    return true
  }
  stopHearing(this)
  const hasRoom = this.push(null)
  end()
  return hasRoom
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
