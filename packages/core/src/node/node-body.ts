import type { IncomingMessage, ServerResponse } from 'node:http'
import { cutOff, readElsewhere, readTooLate, tooLarge } from '../messages/body-errors.ts'
import { readStream } from '../messages/read-stream.ts'
import type { RequestSource } from '../messages/request-source.ts'
import { hasArrived } from './http2.ts'
import { rawHeader } from './raw-header.ts'
import { awaitsInvitation, markInvited } from './unread-body.ts'

type Octets = Uint8Array<ArrayBuffer>

/** Hears all octets of a body, or why there are none. */
type WholeListener = (octets: Octets | undefined, error?: Error) => void

/**
 * The body of a request that node received: read whole, and then kept for whoever asks again, or given away as a stream.
 *
 * Nothing is attached to what node received before somebody really reads: others may be about to read it.
 */
export class NodeBody {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #source: RequestSource
  #isUsed = false
  #stream: ReadableStream<Uint8Array> | undefined
  /** What the stream gives at most; left out, what its source says when it is read. */
  #limit: number | undefined
  #take: ((chunk: Buffer<ArrayBuffer>) => void) | undefined
  #listeners: WholeListener[] | undefined
  #octets: Octets | undefined
  #failure: Error | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, source: RequestSource) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#source = source
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  /** The body as a stream, which fails beyond the limit with the same 413 as every other way to read it. */
  get stream(): ReadableStream<Uint8Array> {
    this.#stream ??= this.#toStream()
    return this.#stream
  }

  /**
   * Tells a listener all octets, reading them unless somebody did; the first who asks sets the limit.
   *
   * The error is a 413 beyond the limit, at once where the client announced more. Where a `Request` was made of the
   * stream, the octets are read through it, so that it shows that they are gone.
   */
  whole(limit: number, listener: WholeListener, raw: Request | undefined): void {
    if (this.#octets) listener(this.#octets)
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
      else this.#collect(limit)
    }
  }

  /** Why nobody can read it whole, as far as that is known before. */
  #refusal(limit: number, raw: Request | undefined): Error | undefined {
    const isUsed = raw ? raw.bodyUsed || raw.body?.locked : this.#isUsed || this.#stream?.locked
    if (isUsed || this.#incoming.readableEnded) return readElsewhere()
    if (this.#outgoing.writableEnded) return readTooLate()
    return this.#isAnnouncedAbove(limit) ? this.#tooLarge(limit) : undefined
  }

  #collect(limit: number): void {
    let first: Buffer<ArrayBuffer> | undefined
    let chunks: Buffer<ArrayBuffer>[] | undefined
    let size = 0
    this.#invite()
    this.#hear(
      (chunk) => {
        size += chunk.length
        if (size > limit) {
          this.#stop()
          chunks = undefined
          this.#settle(undefined, this.#tooLarge(limit))
        } else if (first === undefined) first = chunk
        else if (chunks === undefined) chunks = [first, chunk]
        else chunks.push(chunk)
      },
      (error) => {
        if (error) this.#settle(undefined, error)
        else this.#settle(chunks ? Buffer.concat(chunks, size) : (first ?? new Uint8Array()))
      },
    )
  }

  #collectStream(stream: ReadableStream<Uint8Array>, limit: number): void {
    this.#limit = limit
    readStream(stream, limit).then(
      (octets) => this.#settle(octets),
      (error: Error) => this.#settle(undefined, error),
    )
  }

  /** Tells everybody who waits, once. */
  #settle(octets: Octets | undefined, error?: Error): void {
    if (this.#octets || this.#failure) return
    this.#octets = octets
    this.#failure = error
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener(octets, error)
  }

  #toStream(): ReadableStream<Uint8Array> {
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

  /** Throws, and so fails the stream, for a body that was announced too large. */
  #pump(controller: ReadableByteStreamController, limit: number): void {
    this.#isUsed = true
    if (this.#isAnnouncedAbove(limit)) throw this.#tooLarge(limit)
    this.#invite()
    let size = 0
    this.#hear(
      (chunk) => {
        size += chunk.length
        if (size > limit) {
          this.#stop()
          quietly(() => controller.error(this.#tooLarge(limit)))
          return
        }
        quietly(() => controller.enqueue(new Uint8Array(chunk)))
        // Behind the answer the rest is taken from the client, up to a cap, whether somebody reads it or not.
        if ((controller.desiredSize ?? 0) <= 0 && !this.#outgoing.writableEnded) this.#incoming.pause()
      },
      (error) => {
        quietly(() => {
          if (error) return controller.error(error)
          controller.close()
          // A reader that brought a buffer of its own waits for it.
          controller.byobRequest?.respond(0)
        })
      },
    )
  }

  /** Hears the octets as they come, and how they ended; may tell the end twice. */
  #hear(take: (chunk: Buffer<ArrayBuffer>) => void, end: (error?: Error) => void): void {
    const incoming = this.#incoming
    const close = () => {
      // It closes behind its end too, where making an error for nobody would cost more than reading did.
      if (incoming.readableEnded) return
      incoming.off('data', take)
      if (!hasArrived(incoming)) {
        end(cutOff())
        return
      }
      // The client has gone, and all that it sent is here.
      for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) take(chunk)
      end()
    }
    if (incoming.destroyed) {
      close()
      return
    }
    this.#take = take
    incoming.on('data', take)
    incoming.on('end', () => end(hasArrived(incoming) ? undefined : cutOff()))
    incoming.on('error', ignore)
    incoming.on('close', close)
  }

  /** Hears no more, and has what is still to come wait for whoever sees to it behind the answer. */
  #stop(): void {
    if (this.#take) this.#incoming.off('data', this.#take)
    this.#incoming.pause()
  }

  /** A client that asked first whether to send its body is told to go on only when somebody reads it. */
  #invite(): void {
    if (!awaitsInvitation(this.#incoming) || this.#outgoing.headersSent) return
    markInvited(this.#incoming)
    this.#outgoing.writeContinue()
  }

  #isAnnouncedAbove(limit: number): boolean {
    return Number(rawHeader(this.#incoming, 'content-length')) > limit
  }

  #tooLarge(limit: number): Error {
    // What is still to come would be read for nothing.
    this.#outgoing.shouldKeepAlive = false
    return tooLarge(limit)
  }
}

/** What the platform shows of a body that was read: a stream that is locked and at its end. */
function spentStream(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream({ type: 'bytes' })
  void stream.getReader().cancel()
  return stream
}

/** Tells a stream something, unless it was cancelled, closed or failed before: nobody is left to hear then. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // Nobody hears.
  }
}

function ignore(): void {}
