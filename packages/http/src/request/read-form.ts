import { answeringWith, HttpError } from '../response/http-error.ts'
import type { MediaType } from './media-type.ts'

/** The most fields that a form may have. */
const MOST_FIELDS = 1_000

/**
 * The most bytes that the headers of all parts of a form may have together: parsing a byte of a header costs far
 * more than a byte of a value.
 */
const MOST_HEADER_BYTES = 262_144

/**
 * Counts the fields of an `application/x-www-form-urlencoded` body before a parser sees them.
 *
 * Throws an `HttpError` of 413 beyond 1,000 fields, empty ones included.
 */
export function checkFields(bytes: Uint8Array): void {
  let fields = 0
  for (let at = 0; at < bytes.length; fields++) {
    if (fields === MOST_FIELDS) throw tooMany()
    const separator = bytes.indexOf(AMPERSAND, at)
    at = separator === -1 ? bytes.length : separator + 1
  }
}

/**
 * Counts the parts of a `multipart/form-data` body, by its delimiters, before a parser sees them.
 *
 * Throws an `HttpError` of 413 beyond 1,000 parts, and beyond 256 KiB for the headers of all parts together. Source:
 * RFC 2046 section 5.1.1. Unlike in the RFC, a line may end with a line feed alone, since some parsers accept that.
 */
function checkParts(bytes: Uint8Array, boundary: string): void {
  const delimiter = new TextEncoder().encode(`--${boundary}`)
  let parts = 0
  let headerBytes = 0
  let at = 0
  do {
    const start = at + delimiter.length
    if (opensPart(bytes, delimiter, at)) {
      if (++parts > MOST_FIELDS) throw tooMany()
      at = endOfHeaders(bytes, start, MOST_HEADER_BYTES - headerBytes)
      headerBytes += at - start
    }
    at = bytes.indexOf(LINE_FEED, at) + 1
  } while (at > 0)
}

/**
 * True if the delimiter before a part begins at this index. White space follows such a delimiter; two dashes follow the
 * last delimiter, after which there is no part.
 *
 * A delimiter contains no line feed. So looking for it at the beginning of each line reads no byte twice.
 */
function opensPart(bytes: Uint8Array, delimiter: Uint8Array, at: number): boolean {
  return delimiter.every((byte, index) => bytes[at + index] === byte) && WHITE_SPACE.has(bytes[at + delimiter.length])
}

/**
 * Returns the index of the line feed before the empty line that ends the headers of a part; without such a line, the
 * length of the form. Throws an `HttpError` of 413 if the first `most` bytes contain neither.
 */
function endOfHeaders(bytes: Uint8Array, start: number, most: number): number {
  const last = Math.min(start + most, bytes.length)
  for (let at = bytes.indexOf(LINE_FEED, start); at !== -1 && at < last; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED) return at
  }
  if (last === bytes.length) return last
  throw new HttpError(413, `The parts of the request's form have more than ${MOST_HEADER_BYTES} bytes of headers`)
}

function tooMany(): HttpError {
  return new HttpError(413, `The request's form has more than ${MOST_FIELDS} fields`)
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const AMPERSAND = 0x26
const WHITE_SPACE: ReadonlySet<number | undefined> = new Set([CARRIAGE_RETURN, LINE_FEED, 0x09, 0x20])

/**
 * Parses the bytes of a form as the platform does, after counting its fields.
 *
 * The platform's parser does not get the original content type, but one that is written anew from the parsed header. If
 * the platform and `parseMediaType` both read the original header, and understood it differently, the platform could
 * find parts that were not counted.
 *
 * Rejects with an `HttpError` of 413 for too many fields or too large headers. Rejects with a `TypeError`, as Fetch
 * does, for a content type that is not that of a form, and for bytes that are not a form. If nothing catches this
 * error, it answers 415 for the content type, and 400 for the bytes.
 */
export async function readFormData(bytes: Uint8Array<ArrayBuffer>, type: MediaType | undefined): Promise<FormData> {
  const normal = checkForm(bytes, type)
  try {
    return await new Response(bytes, { headers: { 'content-type': normal } }).formData()
  } catch (error) {
    throw answeringWith(400, new TypeError("The request's body is not the form that it should be", { cause: error }))
  }
}

/**
 * Counts the fields, and returns the content type for the platform's parser. Throws for a form with too many fields or
 * too large headers, for a multipart form without a valid boundary, and for a content type that is not that of a form.
 */
function checkForm(bytes: Uint8Array, type: MediaType | undefined): string {
  switch (type?.essence) {
    case URL_ENCODED:
      checkFields(bytes)
      return URL_ENCODED
    case MULTIPART: {
      const { boundary } = type.parameters
      if (boundary === undefined || !BOUNDARY.test(boundary)) {
        throw answeringWith(400, new TypeError("The request's form has no boundary"))
      }
      checkParts(bytes, boundary)
      return `${MULTIPART}; boundary="${boundary}"`
    }
    default:
      throw answeringWith(415, new TypeError("The request's content type is not that of a form"))
  }
}

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** The syntax of a boundary. Source: RFC 2046 section 5.1.1. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/
