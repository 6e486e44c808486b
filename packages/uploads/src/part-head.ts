import { HttpError } from '@app/core'
import { parse } from 'content-disposition'
import type { PartInfo } from 'multipasta'

/** What the headers of a part say. */
export interface PartHead {
  readonly name: string
  /** As the client says it, with a path; `undefined` if it says none. */
  readonly fileName: string | undefined
  readonly type: string
  readonly isFile: boolean
}

/**
 * Reads the headers of a part. multipasta itself takes no names beyond Latin-1, and leaves white space in front of a value
 * that arrives behind its colon.
 *
 * Throws an `HttpError` of 400 for a part that is no `form-data`, or has no name. Sources: RFC 7578 section 4.2, HTML
 * Standard, 4.10.21.8.
 */
export function partHead({ headers }: PartInfo): PartHead {
  const disposition = headers['content-disposition']
  if (typeof disposition !== 'string') throw malformed('a part has no disposition, or several')
  const { type, parameters } = parse(disposition, { multipart: true, extended: false })
  const { name, filename } = parameters
  if (type !== 'form-data' || name === undefined) throw malformed('a part is no form-data with a name')
  const said = headers['content-type']
  const contentType = typeof said === 'string' ? said.trim() : filename === undefined ? 'text/plain' : OCTETS
  return { name, fileName: filename, type: contentType, isFile: filename !== undefined || contentType === OCTETS }
}

/** The error of octets that are no form. */
export function malformed(cause: unknown): HttpError {
  return new HttpError(400, "The request's body is not the form that it should be", { cause })
}

const OCTETS = 'application/octet-stream'
