import type { ServerResponse } from 'node:http'
import { serverStops } from '../life/request-life.ts'
import { describeValue } from '../options/value-kinds.ts'
import { discard } from '../response/discard.ts'
import type { NodeSource } from './node-source.ts'
import { hasLength, writeHead } from './response-head.ts'
import type { Exchange } from './server-state.ts'
import { trailersOf } from './trailers-of.ts'
import { settleBody } from './unread-body.ts'

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

/**
 * Writes a response whose body is a stream, as fast as the client reads. Rejects if the stream fails.
 *
 * A body of a single chunk, as the platform makes of texts and buffers, is sent with its length. If the first chunk
 * takes long, as in an event stream, the head is sent before it. For HEAD the stream is discarded.
 */
export async function writeStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  source: NodeSource,
  list: readonly string[],
  promised: number | undefined,
): Promise<void> {
  const { outgoing, framing } = source
  if (outgoing.destroyed) return discard(response)
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(ignore)
  outgoing.once('close', cancel)
  try {
    const trailers = trailersOf(outgoing)
    const first = reader.read()
    const begun = await withinTurn(first)
    let second: Promise<Chunk> | undefined
    let length = trailers ? undefined : promised
    if (begun?.done && !trailers) length ??= 0
    else if (begun !== undefined && !begun.done && !trailers && promised === undefined) {
      second = reader.read()
      if (await isLast(second)) length = octetsOf(begun).length
    }
    const isHead = outgoing.req.method === 'HEAD'
    if (isHead && framing !== 'none') settleBody(outgoing)
    outgoing.strictContentLength = !isHead
    const head = trailers ? [...list, 'trailer', trailers.names] : list
    writeHead(source, response, head, hasLength(response.status) ? length : undefined)
    if (isHead) {
      cancel()
      outgoing.end()
      return
    }
    // A host that makes a response of node by hand may lack it.
    if (begun === undefined) (outgoing as Partial<ServerResponse>).flushHeaders?.()
    if (length === undefined) endless.set(outgoing, isEventStream(list))
    const outlet = new Outlet(outgoing)
    const turn = new Turn()
    let next: Promise<Chunk> | undefined = second
    for (let chunk = begun ?? (await first); !chunk.done && outlet.isOpen; next = undefined) {
      const full = outlet.write(octetsOf(chunk))
      if (full) await full
      if (turn.isLong()) await turn.end()
      chunk = await (next ?? reader.read())
    }
    if (!outlet.isOpen) return cancel()
    // This comes last, since the request's body may itself be the stream that was written.
    if (framing !== 'none') settleBody(outgoing)
    trailers?.add()
    outgoing.end()
  } catch (error) {
    cancel()
    // If other code has ended the answer, it needs no more chunks.
    if (!outgoing.writableEnded) throw error
  } finally {
    outgoing.off('close', cancel)
  }
}

/**
 * Called when the server stops: aborts the request's signal if its answer is a stream of unknown length.
 *
 * Event streams are also ended, since their clients reconnect, to another process.
 */
export function endOpenStream(exchange: Exchange): void {
  const { outgoing } = exchange
  const isEvents = endless.get(outgoing)
  if (isEvents === undefined) return
  endless.delete(outgoing)
  if (isEvents) outgoing.end()
  exchange.abort(serverStops())
}

/** Streaming answers of unknown length, and whether each is an event stream. */
const endless = new WeakMap<ServerResponse, boolean>()

function isEventStream(list: readonly string[]): boolean {
  const at = list.indexOf('content-type')
  return at !== -1 && /^text\/event-stream\b/i.test(list[at + 1] as string)
}

function octetsOf({ value }: Chunk): Uint8Array {
  const octets: unknown = value
  if (octets instanceof Uint8Array) return octets
  if (typeof octets === 'string') return Buffer.from(octets)
  throw new TypeError(`A response's stream gives octets or texts, got ${describeValue(octets)}`)
}

/**
 * The value of a promise if it settles within this turn of the event loop, as values in memory do; else `undefined`.
 */
function withinTurn<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const turn = setImmediate(resolve, undefined)
    promise.then(resolve, reject).finally(() => clearImmediate(turn))
  })
}

/** Whether the stream is known to have ended. A failure counts as no; it is thrown when the chunk is awaited. */
async function isLast(next: Promise<Chunk>): Promise<boolean> {
  const chunk = await withinTurn(next).catch(() => undefined)
  return chunk?.done === true
}

function ignore(): void {}

/**
 * Measures a turn of the event loop. A stream whose chunks are always ready, on a connection that takes all of them,
 * would keep every other request waiting.
 */
class Turn {
  #begun = performance.now()
  #chunks = 0

  /** Whether the turn has taken long. Reads the clock only now and then. */
  isLong(): boolean {
    return ++this.#chunks % CHUNKS_A_LOOK === 0 && performance.now() - this.#begun > LONG_TURN_MS
  }

  async end(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#begun = performance.now()
  }
}

const LONG_TURN_MS = 5
const CHUNKS_A_LOOK = 16

/** How many octets are handed to node at once. This limits the memory that a slow client can occupy. */
export const PIECE = 262_144

/** Writes to a client as fast as the client reads. */
export class Outlet {
  readonly #outgoing: ServerResponse
  #wake: (() => void) | undefined

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
  }

  /** Whether the connection is still open. */
  get isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded
  }

  /**
   * Writes octets. If the buffer is full, returns a promise that settles when there is room again or the connection is
   * closed.
   */
  write(octets: Uint8Array): void | Promise<void> {
    if (octets.length > PIECE) return this.#writePieces(octets)
    // Hosts that make a response of node by hand give nothing back, and never drain.
    if (this.#outgoing.write(octets) === false) return this.#drained()
  }

  async #writePieces(octets: Uint8Array): Promise<void> {
    for (let at = 0; at < octets.length && this.isOpen; at += PIECE) {
      if (this.#outgoing.write(octets.subarray(at, at + PIECE)) === false) await this.#drained()
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      // Added once: surrounding middleware, such as compression, may not remove listeners.
      if (this.#wake === undefined) {
        const wake = () => this.#wake?.()
        this.#outgoing.on('drain', wake)
        this.#outgoing.on('close', wake)
      }
      this.#wake = resolve
      if (!this.isOpen) resolve()
    })
  }
}
