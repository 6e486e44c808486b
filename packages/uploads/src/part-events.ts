import { FormParser } from './form-parser.ts'
import { joined, type PartHeaders } from './head-reader.ts'
import { type PartHead, partHead } from './part-head.ts'
import type { UploadCount } from './upload-limits.ts'

/** An event of the parser: a whole field, or the beginning, a piece or the end of a file. */
export type PartEvent =
  | { readonly kind: 'field'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly head: PartHead }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

/**
 * Reads the parts of a form as events. Each call reads only as many bytes of the body as the next event needs.
 *
 * Rejects with an `HttpError` of 413 that names the exceeded limit, with one of 400 for a body that is not a form, and
 * with the error of the body, such as the error for a client that has left.
 */
export class PartEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #parser: FormParser
  readonly #count: UploadCount
  readonly #events: PartEvent[] = []
  /** The field whose value is being read; `undefined` while a file is read. */
  #field: { readonly name: string; readonly chunks: Uint8Array[] } | undefined
  #isRead = false
  #error: unknown

  constructor(body: ReadableStream<Uint8Array>, boundary: string, count: UploadCount) {
    this.#count = count
    this.#parser = new FormParser(boundary, {
      head: (headers) => this.#head(headers),
      content: (bytes) => this.#content(bytes),
      end: () => this.#end(),
    })
    this.#reader = body.getReader()
  }

  /** Returns the next event; `undefined` at the end of the form. */
  async next(): Promise<PartEvent | undefined> {
    if (this.#error !== undefined) throw this.#error
    try {
      while (this.#events.length === 0 && !this.#isRead) await this.#read()
    } catch (error) {
      this.#error = error
      this.#events.length = 0
      throw this.#error
    }
    return this.#events.shift()
  }

  /** Stops reading the form. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#reader.read()
    this.#isRead = done
    if (done) this.#parser.end()
    else this.#parser.write(value)
  }

  #head(headers: PartHeaders): void {
    const head = partHead(headers)
    this.#field = head.isFile ? undefined : { name: head.name, chunks: [] }
    if (!head.isFile) this.#count.field(head.name.length)
    else {
      this.#count.file()
      this.#events.push({ kind: 'file', head })
    }
  }

  #content(bytes: Uint8Array): void {
    if (this.#field) {
      this.#count.fieldChunk(bytes.length)
      this.#field.chunks.push(bytes)
    } else {
      this.#count.chunk(bytes.length)
      this.#events.push({ kind: 'chunk', bytes })
    }
  }

  #end(): void {
    if (!this.#field) this.#events.push({ kind: 'end' })
    else this.#events.push({ kind: 'field', name: this.#field.name, bytes: joined(this.#field.chunks) })
  }
}
