import { decodeExtended, parse } from 'content-disposition'
import { malformed } from './form-errors.ts'
import type { PartHeaders } from './head-reader.ts'

/** The name, the file name and the type that the headers of a part state. */
export interface PartHead {
  readonly name: string
  /** The file name as the client sends it, with a path; `undefined` if the client sends none. */
  readonly fileName: string | undefined
  readonly type: string
  readonly isFile: boolean
}

/**
 * Reads the headers of a part.
 *
 * Throws an `HttpError` of 400 for a part that is not a `form-data`, or has no name. Sources: RFC 7578 section 4.2,
 * HTML Standard, 4.10.21.8.
 */
export function partHead(headers: PartHeaders): PartHead {
  const disposition = headers.get('content-disposition')
  if (disposition === undefined) throw malformed('a part has no disposition')
  const { type, parameters } = parse(disposition.replace(ESCAPED_QUOTE, '%22'), { multipart: true, extended: false })
  const { name } = parameters
  // Clients of .NET and Spring send the name a second time as `filename*`, and an encoded word of mail as `filename`.
  const filename = decodeExtended(parameters['filename*'] ?? '') ?? parameters.filename
  if (type !== 'form-data' || name === undefined) throw malformed('a part is not form-data with a name')
  const contentType = headers.get('content-type') ?? (filename === undefined ? 'text/plain' : BYTES)
  return { name, fileName: filename, type: contentType, isFile: filename !== undefined || contentType === BYTES }
}

/**
 * A quote as Go, Perl and older versions of curl write it; browsers and others write `%22`. Before the end of a parameter
 * the backslash belongs to the value, and the quote ends it: that is a browser's file whose name ends with a backslash.
 */
const ESCAPED_QUOTE = /\\"(?!\s*(?:;|$))/g

const BYTES = 'application/octet-stream'
