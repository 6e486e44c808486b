import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describeValue } from '@app/checks'
import { serverStops } from '../life/request-life.ts'
import type { Chunks } from '../response/content.ts'
import { discard } from '../response/discard.ts'
import type { NodeSource } from './node-source.ts'
import { Outlet, Turn } from './outlet.ts'
import { writeHead } from './response-head.ts'
import type { Exchange } from './server-state.ts'
import { trailersOf } from './trailers-of.ts'
import { settleBody } from './unread-body.ts'

type Chunk = IteratorResult<unknown>

interface ChunkSource {
  next(): Promise<Chunk>
  /** Releases everything that the body holds, such as an open file. */
  return?(): Promise<unknown>
}

/**
 * Writes a response whose body comes in chunks, as fast as the client reads. Rejects if the body fails.
 *
 * A body of a single chunk, such as the platform makes from a string or a buffer, is sent with a content length. If the
 * first chunk takes long, as in an event stream, the head is sent before it. For HEAD the body is discarded.
 */
export function writeStream(
  response: Response,
  body: ReadableStream<unknown> | Chunks,
  source: NodeSource,
  list: readonly string[],
  promised: number | undefined,
): void | Promise<void> {
  if (source.outgoing.destroyed) return discard(response)
  const writer = new StreamWriter(body, source)
  // Head and body are written by two functions, since a function that awaits keeps all its arguments in memory. So the
  // response can be freed while chunks come.
  return writer.writeBody(writer.writeHead(response, list, promised))
}

class StreamWriter {
  readonly #source: NodeSource
  readonly #chunks: ChunkSource
  readonly #cancel: () => void
  #trailers: ReturnType<typeof trailersOf>
  /** The second chunk of the body, if it was read in advance to find out whether the first chunk is the last. */
  #second: Promise<Chunk> | undefined

  constructor(body: ReadableStream<unknown> | Chunks, source: NodeSource) {
    const chunks = chunksOf(body)
    this.#source = source
    this.#chunks = chunks
    this.#cancel = () => void release(chunks)
    source.outgoing.on('close', this.#cancel)
  }

  /** Writes the head, and returns the first chunk; `undefined` for HEAD. */
  async writeHead(
    response: Response,
    list: readonly string[],
    promised: number | undefined,
  ): Promise<Chunk | undefined> {
    const { outgoing, framing } = this.#source
    try {
      const trailers = trailersOf(outgoing)
      const first = this.#chunks.next()
      const begun = await withinTurn(first)
      let length = trailers ? undefined : promised
      if (begun?.done && !trailers) length ??= 0
      else if (begun !== undefined && !begun.done && !trailers && promised === undefined) {
        this.#second = this.#chunks.next()
        if (await isLast(this.#second)) length = bytesOf(begun).length
      }
      const isHead = outgoing.req.method === 'HEAD'
      if (isHead && framing !== 'none') settleBody(outgoing)
      outgoing.strictContentLength = !isHead
      const head = trailers ? [...list, 'trailer', trailers.names] : list
      writeHead(this.#source, response, head, length)
      if (isHead) {
        this.#cancel()
        return undefined
      }
      if (begun === undefined || length === undefined) sendHead(this.#source)
      if (length === undefined) endless.set(outgoing, isEventStream(list))
      this.#trailers = trailers
      return begun ?? (await first)
    } catch (error) {
      return this.#fail(error)
    }
  }

  /**
   * Writes the first chunk, to which `head` resolves once the head was written, then all others, and ends the response.
   */
  async writeBody(head: Promise<Chunk | undefined>): Promise<void> {
    let chunk = await head
    const { outgoing, framing } = this.#source
    const outlet = new Outlet(outgoing)
    const turn = new Turn()
    try {
      while (chunk?.done === false && outlet.isOpen) {
        const full = outlet.write(bytesOf(chunk))
        if (full) await full
        if (turn.isLong()) await turn.end()
        chunk = await this.#next()
      }
      if (!outlet.isOpen) return this.#cancel()
      // The unread rest of the request's body is handled only now, since the stream that was written may be that body.
      if (chunk !== undefined && framing !== 'none') settleBody(outgoing)
      this.#trailers?.add()
      outgoing.end()
    } catch (error) {
      this.#fail(error)
    } finally {
      outgoing.off('close', this.#cancel)
    }
  }

  #next(): Promise<Chunk> {
    const next = this.#second ?? this.#chunks.next()
    this.#second = undefined
    return next
  }

  /**
   * Throws the given error, unless other code has ended the response: then no more chunks are needed, and the method
   * returns `undefined`.
   */
  #fail(error: unknown): undefined {
    const { outgoing } = this.#source
    outgoing.off('close', this.#cancel)
    this.#cancel()
    if (!outgoing.writableEnded) throw error
  }
}

/**
 * Called when the server stops: aborts the request's signal if its response is a stream of unknown length.
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

/** The responses of unknown length that are being streamed, each with `true` if it is an event stream. */
const endless = new WeakMap<ServerResponse, boolean>()

function isEventStream(list: readonly string[]): boolean {
  const at = list.indexOf('content-type')
  return at !== -1 && /^text\/event-stream\b/i.test(list[at + 1] as string)
}

/**
 * Passes the head to the connection without waiting for a chunk; a first chunk that is written in the same turn of the
 * event loop is still sent together with it. Node keeps the head in memory as long as the response lasts: as one string
 * if the head was passed by itself, but as about 20 strings if node has joined the head with a chunk.
 */
function sendHead({ connection, outgoing }: NodeSource): void {
  // The messages that a serverless host makes may have no connection, and may lack `cork`, `uncork` or `flushHeaders`.
  const socket: Partial<Socket> | null = connection
  socket?.cork?.()
  ;(outgoing as Partial<ServerResponse>).flushHeaders?.()
  process.nextTick(() => socket?.uncork?.())
}

/** Makes a source from which the chunks of a stream or an iterable are taken one by one. */
function chunksOf(body: ReadableStream<unknown> | Chunks): ChunkSource {
  if ('getReader' in body) {
    const reader = body.getReader()
    return { next: () => reader.read(), return: () => reader.cancel() }
  }
  return body[Symbol.asyncIterator]() as ChunkSource
}

async function release(chunks: ChunkSource): Promise<void> {
  try {
    await chunks.return?.()
  } catch {
    // The response is over, so that nobody waits for this error.
  }
}

function bytesOf({ value }: Chunk): Uint8Array {
  const bytes: unknown = value
  if (bytes instanceof Uint8Array) return bytes
  if (typeof bytes === 'string') return Buffer.from(bytes)
  throw new TypeError(`A response's stream gives bytes or texts, got ${describeValue(bytes)}`)
}

/**
 * Returns the value of a promise if the promise settles within this turn of the event loop, as for values in memory;
 * else `undefined`.
 */
function withinTurn<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const turn = setImmediate(resolve, undefined)
    promise.then(resolve, reject).finally(() => clearImmediate(turn))
  })
}

/**
 * True if `next`, the result of a read, shows within this turn of the event loop that the stream has ended. If the
 * stream has failed, this function returns `false`, and the error is thrown when the result is awaited later.
 */
async function isLast(next: Promise<Chunk>): Promise<boolean> {
  const chunk = await withinTurn(next).catch(() => undefined)
  return chunk?.done === true
}
