import { make as searchFor } from 'multipasta/Search'
import { malformed } from './form-errors.ts'
import { HeadReader, type PartHeaders } from './head-reader.ts'

/** The functions that a parser calls for the parts of a form, in the order of the form. */
export interface FormListener {
  /** Called when a part begins. */
  head(headers: PartHeaders): void
  /** Called with some bytes of the part's content. */
  content(bytes: Uint8Array): void
  /** Called when the part has ended. */
  end(): void
}

/**
 * Parses a form while its bytes come: delimiters, headers, contents. Throws an `HttpError` of 400 for bytes that are
 * not a form, and of 413 for headers that exceed their limits.
 *
 * The package multipasta finds the delimiters. The rest of its parser is not used, since it accepts invalid forms: if
 * no blank line ends the head of a part (its headers), it returns the earlier part once more, and it lets a bare CR end
 * a head. Source: RFC 2046 section 5.1.1.
 */
export class FormParser {
  readonly #listener: FormListener
  readonly #search: ReturnType<typeof searchFor>
  #head = new HeadReader()
  #place: 'preamble' | 'delimiter' | 'head' | 'content' | 'end' = 'preamble'
  /** The number of delimiters that were read. */
  #delimiters = 0
  /**
   * The first byte after a delimiter, if the second byte has not arrived yet: both together tell whether the form
   * ends.
   */
  #first: number | undefined

  constructor(boundary: string, listener: FormListener) {
    this.#listener = listener
    this.#search = searchFor(`\r\n--${boundary}`, (delimiters, bytes) => this.#take(delimiters, bytes))
    // Each delimiter that `#search` looks for begins with a line end. A form may begin with its first delimiter, so a
    // line end is put before the form.
    this.#search.write(new Uint8Array([CR, LF]))
  }

  /** True if the last delimiter was read. Bytes after it have no meaning. */
  get isComplete(): boolean {
    return this.#place === 'end'
  }

  write(bytes: Uint8Array): void {
    if (!this.isComplete) this.#search.write(bytes)
  }

  /**
   * Ends the form. Bytes at its end that looked like the beginning of a delimiter count as content. Throws for a form
   * without its last delimiter.
   */
  end(): void {
    if (!this.isComplete) this.#search.end()
    if (!this.isComplete) throw malformed('it ends before its last delimiter')
  }

  #take(delimiters: number, bytes: Uint8Array): void {
    if (this.isComplete) return
    if (delimiters !== this.#delimiters) this.#pass(delimiters)
    let at = 0
    if (this.#place === 'delimiter') at = this.#behindDelimiter(bytes)
    if (this.#place === 'head') at = this.#takeHead(bytes, at)
    if (this.#place === 'content' && at < bytes.length) this.#listener.content(bytes.subarray(at))
  }

  #pass(delimiters: number): void {
    const isBehindContent = this.#place === 'preamble' || this.#place === 'content'
    if (!isBehindContent || delimiters > this.#delimiters + 1) throw malformed('a part has no blank line')
    if (this.#place === 'content') this.#listener.end()
    this.#delimiters = delimiters
    this.#place = 'delimiter'
  }

  /** Reads the line end or the dashes that follow a delimiter; returns how many bytes it read. */
  #behindDelimiter(bytes: Uint8Array): number {
    const first = this.#first ?? bytes[0]
    const took = this.#first === undefined ? 2 : 1
    const second = bytes[took - 1]
    this.#first = second === undefined ? first : undefined
    if (second === undefined) return bytes.length
    if (first === CR && second === LF) this.#place = 'head'
    else if (first === DASH && second === DASH) this.#place = 'end'
    else throw malformed('a delimiter has no line end')
    return took
  }

  #takeHead(bytes: Uint8Array, at: number): number {
    const end = this.#head.take(bytes, at)
    if (end === undefined) return bytes.length
    this.#place = 'content'
    this.#listener.head(this.#head.headers())
    this.#head = new HeadReader()
    return end
  }
}

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d
