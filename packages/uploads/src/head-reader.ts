import { headTooLong, malformed } from './form-errors.ts'

/** The headers of a part, by names in lower case. */
export type PartHeaders = ReadonlyMap<string, string>

/**
 * Reads the head of a part, up to and including its blank line, as its bytes come.
 *
 * Throws an `HttpError` of 400 for a line that is not a header, or a header that is repeated, and one of 413 beyond
 * 16,384 bytes or 100 lines.
 */
export class HeadReader {
  readonly #chunks: Uint8Array[] = []
  #length = 0
  /**
   * The number of bytes of `BLANK_LINE` that were matched so far. It begins with 2, since the line end after the
   * delimiter may be the first half of a blank line.
   */
  #matched = 2

  /**
   * Reads bytes from a position on. Returns the position after the blank line; `undefined` if the blank line has not
   * come.
   */
  take(bytes: Uint8Array, from: number): number | undefined {
    let at = from
    while (at < bytes.length && this.#matched < BLANK_LINE.length) {
      const byte = bytes[at++]
      this.#matched = byte === BLANK_LINE[this.#matched] ? this.#matched + 1 : byte === BLANK_LINE[0] ? 1 : 0
    }
    this.#chunks.push(bytes.subarray(from, at))
    this.#length += at - from
    if (this.#length > MOST_BYTES) throw headTooLong()
    return this.#matched < BLANK_LINE.length ? undefined : at
  }

  /** Parses the headers, once `take` has found the blank line. */
  headers(): PartHeaders {
    const text = UTF_8.decode(joined(this.#chunks))
    if (text.split('\r\n').length > MOST_LINES + 2) throw headTooLong()
    const headers = new Map<string, string>()
    for (const line of text.replace(FOLD, ' ').split('\r\n').slice(0, -2)) {
      const [, name, value] = HEADER.exec(line) ?? []
      if (name === undefined || value === undefined) throw malformed('a line of a head is not a header')
      const key = name.toLowerCase()
      if (headers.has(key)) throw malformed(`a head has several headers ${key}`)
      headers.set(key, value.trim())
    }
    return headers
  }
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1) return first
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const BLANK_LINE = [0x0d, 0x0a, 0x0d, 0x0a]
/** Matches a header: a token as its name, and a value without control characters except tabs (RFC 9110 section 5.5). */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([^\0-\x08\n-\x1f\x7f]*)$/
/** The line end inside of a header that goes on in the next line, as in mail (RFC 5322 section 2.2.3). */
const FOLD = /\r\n[\t ]+/g
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })
const MOST_BYTES = 16_384
const MOST_LINES = 100
