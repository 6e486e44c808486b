import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyCount,
  cutOff,
  lostAround,
  readAsText,
  readElsewhere,
  readInFront,
  readTooLate,
  tooLarge,
} from '../request/body-limit.ts'
import { joinChunks, readStream, wholeStream } from '../request/read-stream.ts'
import type { RequestSource } from '../request/request-source.ts'
import { giveBack } from './give-back.ts'
import { hasStreamArrived } from './http2.ts'
import { isHttp2, rawHeader } from './raw-header.ts'
import { awaitsInvitation, markInvited } from './unread-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The bytes up to which chunks that arrive together are joined. */
const SMALL = 16_384

// Node's own `setImmediate`, kept here: a test may replace the global function, and bodies must arrive all the same.
const { setImmediate } = globalThis

/** Called with all bytes of a body, or with the error. */
type WholeListener = (bytes: Bytes | undefined, error?: Error) => void

/**
 * The body of a request that node received. It is read whole and kept for later readers, or consumed as a stream.
 *
 * It adds no listener to node's message before a read, so that a surrounding framework can read the body instead.
 */
export class NodeBody {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #source: RequestSource
  #isUsed = false
  #stream: ReadableStream<Uint8Array> | undefined
  /**
   * The limit of the stream in bytes; if it is `undefined`, `bodyLimit` of the request at the time of reading is the
   * limit.
   */
  #limit: number | undefined
  #take: ((chunk: Buffer<ArrayBuffer>) => void) | undefined
  /** The bytes that were taken from node's message; `undefined` if nothing was read. */
  #count: BodyCount | undefined
  #listeners: WholeListener[] | undefined
  #bytes: Bytes | undefined
  #failure: Error | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, source: RequestSource) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#source = source
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  /** True if the body was read as a whole, or is being read. Its bytes are kept, or the error of that read. */
  get isKept(): boolean {
    return this.#bytes !== undefined || this.#failure !== undefined || this.#listeners !== undefined
  }

  /** The body as a stream, which fails with a 413 beyond the limit. A kept body gives a new stream each time. */
  get stream(): ReadableStream<Uint8Array> {
    if (this.isKept) return wholeStream(() => this.#kept())
    this.#stream ??= this.#toStream()
    return this.#stream
  }

  /**
   * Calls a listener with all bytes, which are read once and kept. The first call sets the limit.
   *
   * The error is a 413 if the body exceeds the limit; it comes at once if the announced length exceeds the limit. If
   * `raw` is given (the Fetch `Request` of this request), the bytes are read through its body, so that the body counts
   * as used.
   */
  whole(limit: number, listener: WholeListener, raw: Request | undefined): void {
    if (this.#bytes) listener(this.#bytes)
    else if (this.#failure) listener(undefined, this.#failure)
    else if (this.#listeners) this.#listeners.push(listener)
    else {
      const refusal = this.#refusal(limit, raw)
      if (refusal) {
        listener(undefined, refusal)
        return
      }
      this.#listeners = [listener]
      this.#isUsed = true
      const stream = raw?.body ?? this.#stream
      if (stream) this.#collectStream(stream, limit)
      else if (this.#left) this.#settle(this.#left)
      else this.#collect(limit)
    }
  }

  /**
   * Lets the surrounding framework read the body, as if nobody had read it before. Calls `done` when it can, or with the
   * error if the body is lost: a stream is not kept.
   */
  handOver(done: (error?: Error) => void): void {
    if (this.#count === undefined) {
      done()
      return
    }
    // Node ends and destroys a message in several ticks. A message that is renewed between them would be destroyed too.
    const renew = (bytes: Bytes) =>
      setImmediate(() => {
        giveBack(this.#incoming, this.#outgoing, bytes)
        done()
      })
    if (this.isKept) this.#kept().then(renew, done)
    else if (this.#count.size === 0 && this.#incoming.readableEnded) renew(new Uint8Array())
    else done(this.#closing(lostAround()))
  }

  #kept(): Promise<Bytes> {
    return new Promise((resolve, reject) => {
      this.whole(0, (bytes, error) => (bytes ? resolve(bytes) : reject(error)), undefined)
    })
  }

  /** Returns the error with which a read of the whole body fails, if that is known before anything is read. */
  #refusal(limit: number, raw: Request | undefined): Error | undefined {
    const left = this.#left
    const isEnded = this.#incoming.readableEnded && !this.#outgoing.writableEnded
    if (isEnded && !this.#isUsed && left === undefined) return readInFront()
    const isUsed = raw ? raw.bodyUsed || raw.body?.locked : this.#isUsed || this.#stream?.locked
    if (isUsed) return readElsewhere()
    // After the response, the server itself reads the rest of the body and drops it. So an ended message no longer
    // shows that other code has read the body.
    if (this.#outgoing.writableEnded) return readTooLate()
    if (left !== undefined) return left.length > limit ? this.#tooLarge(limit) : undefined
    if (this.#incoming.readableEncoding) return readAsText(this.#incoming.readableEncoding)
    return this.#isAnnouncedAbove(limit) ? this.#tooLarge(limit) : undefined
  }

  #collect(limit: number): void {
    let first: Buffer<ArrayBuffer> | undefined
    let chunks: Buffer<ArrayBuffer>[] | undefined
    const count = this.#counted(limit)
    this.#invite()
    this.#hear(
      (chunk) => {
        const refusal = count.add(chunk)
        if (refusal) {
          this.#stop()
          chunks = undefined
          this.#settle(undefined, this.#closing(refusal))
        } else if (first === undefined) first = chunk
        else if (chunks === undefined) chunks = [first, chunk]
        else chunks.push(chunk)
      },
      (error) => {
        if (error) this.#settle(undefined, error)
        else this.#settle(chunks ? Buffer.concat(chunks, count.size) : (first ?? new Uint8Array()))
      },
    )
  }

  #collectStream(stream: ReadableStream<Uint8Array>, limit: number): void {
    this.#limit = limit
    readStream(stream, limit).then(
      (bytes) => this.#settle(bytes),
      (error: Error) => this.#settle(undefined, error),
    )
  }

  /** Calls all waiting listeners, once. */
  #settle(bytes: Bytes | undefined, error?: Error): void {
    if (this.#bytes || this.#failure) return
    this.#bytes = bytes
    this.#failure = error
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener(bytes, error)
  }

  /**
   * The bytes of the body if other code has read the body before and kept its bytes as `rawBody`. Cloud Functions do
   * that, and functions for the option `verify` of Express's body parsers can.
   */
  get #left(): Bytes | undefined {
    const { rawBody } = this.#incoming as { readonly rawBody?: unknown }
    return this.#incoming.readableEnded && rawBody instanceof Uint8Array ? (rawBody as Bytes) : undefined
  }

  #toStream(): ReadableStream<Uint8Array> {
    const left = this.#isUsed || this.#outgoing.writableEnded ? undefined : this.#left
    if (left) return this.#streamOf(left)
    if (this.#isUsed || this.#incoming.readableEnded || this.#outgoing.writableEnded) return spentStream()
    let isBegun = false
    return new ReadableStream(
      {
        type: 'bytes',
        pull: (controller) => {
          if (isBegun) {
            this.#incoming.resume()
            return
          }
          isBegun = true
          this.#pump(controller, this.#limit ?? this.#source.bodyLimit)
        },
        cancel: () => {
          this.#isUsed = true
          if (isBegun) this.#stop()
        },
      },
      { highWaterMark: 0 },
    )
  }

  #streamOf(left: Bytes): ReadableStream<Uint8Array> {
    return wholeStream(() => {
      this.#isUsed = true
      const limit = this.#limit ?? this.#source.bodyLimit
      if (left.length > limit) throw this.#tooLarge(limit)
      return left
    })
  }

  /**
   * Passes the bytes of the body to the stream. Throws, so that the stream fails, if the announced length exceeds the
   * limit, or if other code has made node decode the body as text.
   */
  #pump(controller: ReadableByteStreamController, limit: number): void {
    this.#isUsed = true
    const { readableEncoding } = this.#incoming
    if (readableEncoding) throw readAsText(readableEncoding)
    if (this.#isAnnouncedAbove(limit)) throw this.#tooLarge(limit)
    this.#invite()
    const count = this.#counted(limit)
    let waiting: Uint8Array[] = []
    let size = 0
    const pass = () => {
      if (size === 0) return
      const joined = joinChunks(waiting, size)
      waiting = []
      size = 0
      quietly(() => controller.enqueue(joined))
      // After the response the stream is not paused: the rest of the body is received up to a cap, even if nothing
      // reads it.
      if ((controller.desiredSize ?? 0) <= 0 && !this.#outgoing.writableEnded) this.#incoming.pause()
    }
    this.#hear(
      (chunk) => {
        const refusal = count.add(chunk)
        if (refusal) {
          this.#stop()
          size = 0
          quietly(() => controller.error(this.#closing(refusal)))
          return
        }
        // Small chunks that arrive together are passed on as one: a chunk of a stream costs far more than its bytes.
        if (waiting.push(chunk) === 1 && chunk.length < SMALL) setImmediate(pass)
        size += chunk.length
        if (size >= SMALL) pass()
      },
      (error) => {
        pass()
        quietly(() => {
          if (error) return controller.error(error)
          controller.close()
          // A reader that has passed its own buffer (BYOB) waits until the stream gives the buffer back.
          controller.byobRequest?.respond(0)
        })
      },
    )
  }

  /** Listens to node's message: calls `take` with each chunk, and `end` once. */
  #hear(take: (chunk: Buffer<ArrayBuffer>) => void, end: (error?: Error) => void): void {
    const incoming = this.#incoming
    this.#take = take
    const finish = () => {
      // Node emits `close` also after `end` or `error`, when `finish` has already run.
      if (this.#take === undefined) return
      this.#take = undefined
      incoming.off('data', take)
      if (incoming.readableEnded === false) {
        // The client has left, but all that it sent may still be in node's buffer.
        if (hasArrived(incoming)) {
          for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) take(chunk)
        }
      }
      end(hasArrived(incoming) ? undefined : cutOff())
    }
    if (incoming.destroyed) {
      finish()
      return
    }
    incoming.on('close', finish)
    incoming.on('data', take)
    incoming.on('end', finish)
    incoming.on('error', ignore)
  }

  #counted(limit: number): BodyCount {
    this.#count = new BodyCount(limit)
    return this.#count
  }

  /** Stops listening. The rest of the body waits until the response is sent. */
  #stop(): void {
    if (this.#take) this.#incoming.off('data', this.#take)
    this.#incoming.pause()
  }

  /** Sends `100 Continue`, now that code reads the body, to a client that holds back its body until then. */
  #invite(): void {
    if (!awaitsInvitation(this.#incoming) || this.#outgoing.headersSent) return
    markInvited(this.#incoming)
    this.#outgoing.writeContinue()
  }

  #isAnnouncedAbove(limit: number): boolean {
    return Number(rawHeader(this.#incoming, 'content-length')) > limit
  }

  #tooLarge(limit: number): Error {
    return this.#closing(tooLarge(limit))
  }

  /**
   * Returns the error of a refused body, and lets the response close the connection: to use it again, the server would
   * first have to receive the rest of a body that nobody reads.
   */
  #closing(refusal: Error): Error {
    this.#outgoing.shouldKeepAlive = false
    return refusal
  }
}

/** True if the whole body has arrived, read or not. */
function hasArrived(incoming: IncomingMessage): boolean {
  if (isHttp2(incoming)) return hasStreamArrived(incoming)
  // A message that a test has made may lack `complete`.
  const { complete } = incoming as Partial<IncomingMessage>
  return complete !== false || incoming.readableEnded
}

/** Makes a stream that is locked and at its end, as the platform shows a body that was read. */
function spentStream(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream({ type: 'bytes' })
  void stream.getReader().cancel()
  return stream
}

/**
 * Runs a call of a stream controller, and ignores the error that the call throws if the stream was cancelled or closed,
 * or has failed.
 */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // The stream has no reader any more that could get the error.
  }
}

function ignore(): void {}
