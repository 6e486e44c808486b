import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError } from '../messages/http-error.ts'
import { rawHeader } from './raw-header.ts'
import { markInvited } from './unread-body.ts'

/** The body of a request, read once: whole, or as a stream. */
export class NodeBody {
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  #stream: ReadableStream<Uint8Array> | undefined
  #isUsed = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  get stream(): ReadableStream<Uint8Array> {
    this.#stream ??= this.#toStream()
    return this.#stream
  }

  /** Reads all of it. Rejects with 413 beyond the limit, at once where the client announced more. */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#stream) return this.#bytesOfStream(this.#stream, limit)
    if (this.#isUsed || this.#incoming.readableEnded) return Promise.reject(alreadyRead())
    this.#isUsed = true
    if (Number(rawHeader(this.#incoming, 'content-length')) > limit) return Promise.reject(this.#tooLarge(limit))
    this.#invite()
    return new Promise((resolve, reject) => {
      const incoming = this.#incoming
      const chunks: Buffer<ArrayBuffer>[] = []
      let size = 0
      const fail = (error: Error) => {
        chunks.length = 0
        reject(error)
      }
      incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
        size += chunk.length
        if (size <= limit) chunks.push(chunk)
        else fail(this.#tooLarge(limit))
      })
      incoming.on('end', () =>
        resolve(chunks.length === 1 ? (chunks[0] as Buffer<ArrayBuffer>) : Buffer.concat(chunks)),
      )
      incoming.on('error', () => fail(cutOff()))
      // It closes behind its end too, where making an error for nobody would cost more than reading did.
      incoming.on('close', () => {
        if (!incoming.readableEnded) fail(cutOff())
      })
      if (incoming.destroyed) fail(cutOff())
    })
  }

  async #bytesOfStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
    if (stream.locked || this.#isUsed) throw alreadyRead()
    this.#isUsed = true
    const chunks: Uint8Array[] = []
    let size = 0
    const reader = stream.getReader()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      size += chunk.value.length
      if (size > limit) {
        void reader.cancel()
        throw this.#tooLarge(limit)
      }
      chunks.push(chunk.value)
    }
    return Buffer.concat(chunks)
  }

  #toStream(): ReadableStream<Uint8Array> {
    const incoming = this.#incoming
    if (this.#isUsed || incoming.readableEnded) return spentStream()
    return new ReadableStream(
      {
        type: 'bytes',
        start: (controller) => {
          const fail = () => {
            if (!incoming.readableEnded) errorQuietly(controller, cutOff())
          }
          incoming.on('data', (chunk: Buffer<ArrayBuffer>) => {
            enqueueQuietly(controller, new Uint8Array(chunk))
            // Behind the answer the rest is taken from the client, up to a cap, whether somebody reads it or not.
            if ((controller.desiredSize ?? 0) <= 0 && !this.#outgoing.writableEnded) incoming.pause()
          })
          incoming.on('end', () => closeQuietly(controller))
          incoming.on('error', fail)
          incoming.on('close', fail)
          incoming.pause()
          if (incoming.destroyed) fail()
        },
        pull: () => {
          this.#isUsed = true
          this.#invite()
          incoming.resume()
        },
        cancel: () => {
          this.#isUsed = true
          incoming.resume()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** A client that asked first whether to send its body is told to go on only when somebody reads it. */
  #invite(): void {
    const expects = rawHeader(this.#incoming, 'expect')?.toLowerCase() === '100-continue'
    if (!expects || this.#outgoing.headersSent) return
    markInvited(this.#incoming)
    this.#outgoing.writeContinue()
  }

  #tooLarge(limit: number): HttpError {
    // What is still to come would be read for nothing.
    this.#outgoing.shouldKeepAlive = false
    return new HttpError(413, `The request's body is larger than ${limit} octets`)
  }
}

function alreadyRead(): TypeError {
  return new TypeError("The request's body was already read")
}

function cutOff(): DOMException {
  return new DOMException("The client went away before the request's body was complete", 'AbortError')
}

/** What the platform shows of a body that was read: a stream that is locked and at its end. */
function spentStream(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream({ type: 'bytes' })
  void stream.getReader().cancel()
  return stream
}

function enqueueQuietly(controller: ReadableByteStreamController, chunk: Uint8Array<ArrayBuffer>): void {
  try {
    controller.enqueue(chunk)
  } catch {
    // It was cancelled: the rest is read and dropped.
  }
}

function closeQuietly(controller: ReadableByteStreamController): void {
  try {
    controller.close()
    // A reader that brought a buffer of its own waits for it.
    controller.byobRequest?.respond(0)
  } catch {
    // It was cancelled or failed before: nobody is left to hear.
  }
}

function errorQuietly(controller: ReadableByteStreamController, error: Error): void {
  try {
    controller.error(error)
  } catch {
    // It was closed or cancelled before: nobody is left to hear.
  }
}
