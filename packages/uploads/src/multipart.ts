import { bodyStream, bodyType } from '@app/body-parser'
import { plainFileName } from '@app/content-disposition'
import { HttpError, type ServerRequest } from '@app/core'
import { checkOptions } from '@app/core/extending'
import { PartEvents } from './part-events.ts'
import { LIMIT_KINDS, UploadCount, type UploadLimits } from './upload-limits.ts'

/** A field of a form that is not a file. */
export interface FieldPart {
  readonly kind: 'field'
  readonly name: string
  readonly value: string
}

/** A file of a form, while it arrives. */
export interface FilePart {
  readonly kind: 'file'
  /** The name of the field. */
  readonly name: string
  /**
   * The file name that the client has sent, without its path and hidden characters; `undefined` if nothing is left.
   * Show this name, but do not open a file by it.
   */
  readonly fileName: string | undefined
  /** The media type that the client states. */
  readonly type: string
  /** The bytes of the file. Bytes that are not read before the next part is requested are skipped. */
  readonly stream: ReadableStream<Uint8Array>
}

/**
 * Reads the parts of a `multipart/form-data` request, one after the other, as they arrive. Only fields are kept in
 * memory.
 *
 * Throws an `HttpError`: 415 for a content type other than `multipart/form-data` and for a content coding, 413 that
 * names an exceeded limit, and 400 for a body that is not a form. Also throws the error of the body if the client
 * leaves, and an `OptionError` for an unknown or invalid limit. Source: RFC 7578.
 *
 * @example
 * for await (const part of multipart(request, { files: 1 })) {
 *   if ('stream' in part) await save(part)
 * }
 */
export async function* multipart(
  request: ServerRequest<never> | ServerRequest,
  limits: UploadLimits = {},
): AsyncGenerator<FieldPart | FilePart, void, undefined> {
  const count = new UploadCount(checkOptions('multipart()', limits, LIMIT_KINDS))
  const boundary = boundaryOf(request)
  const body = bodyStream(request)
  if (body === null) throw new HttpError(400, "The request's form has no body")
  const events = new PartEvents(body, boundary, count)
  try {
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      if (event.kind === 'field') yield { kind: 'field', name: event.name, value: textOf(event.bytes) }
      // A chunk here belongs to a file that the caller has not read to its end, and is skipped.
      else if (event.kind === 'file') {
        const { name, fileName = '', type } = event.head
        yield { kind: 'file', name, fileName: plainFileName(fileName), type, stream: streamOf(events) }
      }
    }
  } finally {
    await events.close()
  }
}

/**
 * The boundary of a request with the content type `multipart/form-data`. Throws an `HttpError`: 415 for another type
 * and for a content coding, 400 if the boundary is missing or too long.
 */
function boundaryOf(request: ServerRequest): string {
  const { essence, parameters } = bodyType(request)
  if (essence !== 'multipart/form-data') {
    throw new HttpError(415, "The request's content type is not multipart/form-data")
  }
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new HttpError(415, 'An upload may not have a content coding', { headers: { 'accept-encoding': 'identity' } })
  }
  const { boundary = '' } = parameters
  if (boundary !== '' && boundary.length <= LONGEST_BOUNDARY) return boundary
  throw new HttpError(400, "The request's form has no boundary of 1 to 70 characters")
}

/** Makes a stream of one file: of the chunks up to the next event that is not a chunk. */
function streamOf(events: PartEvents): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const event = await events.next()
        if (event?.kind === 'chunk') controller.enqueue(event.bytes)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch (error) {
    throw new HttpError(400, "A field of the request's form is not UTF-8", { cause: error })
  }
}

/** The maximum length of a boundary. Source: RFC 2046 section 5.1.1. */
const LONGEST_BOUNDARY = 70
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
