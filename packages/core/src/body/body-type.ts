import type { ServerRequest } from '@app/http'
import { HttpError } from '@app/http'
import { type MediaType, parseMediaType } from '@app/http/framework'

/**
 * The media type of a request's body.
 *
 * Throws an `HttpError` of 415 if it is missing or malformed, or if its charset is not UTF-8.
 */
export function bodyType(request: ServerRequest): MediaType {
  const type = parseMediaType(request.headers.get('content-type'))
  if (!type) throw new HttpError(415, "The request's content type is missing or malformed")
  const { charset } = type.parameters
  if (charset !== undefined && !UTF_8.test(charset)) throw new HttpError(415, "The request's charset is not UTF-8")
  return type
}

const UTF_8 = /^utf-8$/i
