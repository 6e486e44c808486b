import { HttpError } from '@app/core'
import { type MultipartError, make, type Parser } from 'multipasta'
import { malformed, type PartHead, partHead } from './part-head.ts'
import type { UploadCount } from './upload-limits.ts'

/** What the parser has found: a whole field, or a file, piece by piece. */
export type PartEvent =
  | { readonly kind: 'field'; readonly name: string; readonly octets: Uint8Array }
  | { readonly kind: 'file'; readonly head: PartHead }
  | { readonly kind: 'chunk'; readonly octets: Uint8Array }
  | { readonly kind: 'end' }

/**
 * The parts of a form as events, of which no more is read than somebody asks for.
 *
 * Rejects with an `HttpError` of 413 that names the limit, of 400 for what is no form, and with the error of the body, such
 * as that of a client that left.
 */
export class PartEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #parser: Parser
  readonly #count: UploadCount
  readonly #events: PartEvent[] = []
  #held: Uint8Array = NOTHING
  #isComplete = false
  #isRead = false
  #error: unknown

  constructor(body: ReadableStream<Uint8Array>, contentType: string, count: UploadCount) {
    this.#count = count
    this.#parser = make({
      headers: { 'content-type': contentType },
      maxFieldSize: count.fieldOctets,
      isFile: (info) => partHead(info).isFile,
      onField: (info, octets) => this.#field(partHead(info), octets),
      onFile: (info) => this.#file(partHead(info)),
      onError: (error) => {
        throw this.#errorOf(error)
      },
      onDone: () => {
        this.#isComplete = true
      },
    })
    this.#reader = body.getReader()
  }

  /** The next event; `undefined` at the end of the form. */
  async next(): Promise<PartEvent | undefined> {
    if (this.#error !== undefined) throw this.#error
    try {
      while (this.#events.length === 0 && !this.#isRead) await this.#read()
    } catch (error) {
      this.#error = error instanceof URIError ? malformed(error) : error
      this.#events.length = 0
      throw this.#error
    }
    return this.#events.shift()
  }

  /** Reads no further. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#reader.read()
    this.#isRead = done
    if (done && !this.#isComplete) {
      if (this.#held.length > 0) this.#parser.write(this.#held)
      this.#parser.end()
      if (!this.#isComplete) throw endless()
    }
    // What follows the last delimiter means nothing.
    if (!done && !this.#isComplete) this.#write(value)
  }

  /** Holds dashes back: the parser has to see both that mark the last delimiter at once. */
  #write(chunk: Uint8Array): void {
    const octets = this.#held.length === 0 ? chunk : joined(this.#held, chunk)
    const end = octets.length
    const dashes = octets[end - 1] !== DASH ? 0 : octets[end - 2] !== DASH ? 1 : 2
    this.#held = octets.slice(end - dashes)
    if (dashes < end) this.#parser.write(octets.subarray(0, end - dashes))
  }

  #field({ name }: PartHead, octets: Uint8Array): void {
    this.#count.field(name.length + octets.length)
    this.#events.push({ kind: 'field', name, octets })
  }

  #file(head: PartHead): (octets: Uint8Array | null) => void {
    this.#count.file()
    this.#events.push({ kind: 'file', head })
    return (octets) => {
      if (octets === null) this.#events.push({ kind: 'end' })
      else {
        this.#count.chunk(octets.length)
        this.#events.push({ kind: 'chunk', octets })
      }
    }
  }

  #errorOf(error: MultipartError): HttpError {
    if (error._tag === 'ReachedLimit') return this.#count.tooManyFieldOctets()
    if (error._tag === 'EndNotReached') return endless()
    const reason = error._tag === 'BadHeaders' ? error.error.reason : undefined
    if (reason === 'HeaderTooLarge' || reason === 'TooManyHeaders') {
      return new HttpError(413, "A part of the request's form has more than 16384 octets or 100 lines of headers")
    }
    return malformed(reason ?? error._tag)
  }
}

function endless(): HttpError {
  return new HttpError(400, "The request's form ends before its last delimiter")
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

const NOTHING = new Uint8Array()
const DASH = 0x2d
