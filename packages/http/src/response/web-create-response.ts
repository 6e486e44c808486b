import { type Bytes, type Chunks, chunkStream } from './content.ts'
import { checkResponseOptions, type ResponseOptions, responseUsed } from './response-options.ts'

/** Makes the platform's own response, since a runtime that serves `fetch` accepts no other. */
export function createResponse(
  body: string | Bytes | ReadableStream | null,
  contentType: string | undefined,
  init?: ResponseOptions,
): Response {
  const { status = 200, statusText = '', headers } = checkResponseOptions(init)
  const response: Response & Own = new Response(body, { status, statusText, headers: headersOf(headers, contentType) })
  response[IS_SENT] = false
  return response
}

/** Makes the platform's own response, whose body is a stream of the chunks. */
export function createChunkedResponse(
  chunks: Chunks,
  contentType: string | undefined,
  init?: ResponseOptions,
): Response {
  return createResponse(chunkStream(chunks), contentType, init)
}

function headersOf(
  given: ResponseOptions['headers'],
  contentType: string | undefined,
): NonNullable<ResponseOptions['headers']> {
  if (contentType === undefined) return given ?? {}
  if (given === undefined) return headersFor(contentType)
  const headers = new Headers(given)
  if (!headers.has('content-type')) headers.set('content-type', contentType)
  return headers
}

/**
 * Returns the headers of responses that have a content type and nothing else. Each response copies them, which is
 * faster than making them.
 */
function headersFor(contentType: string): Headers {
  const known = ofType.get(contentType)
  if (known) return known
  const headers = new Headers({ 'content-type': contentType })
  ofType.set(contentType, headers)
  return headers
}

const ofType = new Map<string, Headers>()

const IS_SENT: unique symbol = Symbol('is-sent')

/**
 * The additional field of a response that a helper made: whether the response was sent. It is needed because asking the
 * platform whether a body is locked makes a stream of the body.
 */
interface Own {
  [IS_SENT]?: boolean
}

/** True if a helper made this response. */
export function isOwn(value: object): boolean {
  return IS_SENT in value
}

/**
 * Marks as sent a response that a helper made; returns `false` for any other response, and marks nothing. Throws a
 * `UsageError` if the response was sent or read before.
 */
export function markSent(response: Response & Own): boolean {
  if (!isOwn(response)) return false
  if (response[IS_SENT]) throw responseUsed('sent')
  if (response.bodyUsed) throw responseUsed('read')
  response[IS_SENT] = true
  return true
}

/** Always `undefined`: the platform does not show a body that was not read. */
export function plainBody(_response: Response): string | null | undefined {
  return undefined
}
