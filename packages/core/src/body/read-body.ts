import { HttpError, type ServerRequest } from '@app/http'
import { checkLimit, inflate, type MediaType, parseMediaType, refuseUnknown, sourceOf } from '@app/http/framework'

/** Options of `readBody`. */
export interface ReadBodyOptions {
  /**
   * The most octets that a body may have, both as sent and after inflating. Default: the `BODY_LIMIT` of the route,
   * else the `bodyLimit` of the server.
   */
  readonly limit?: number
}

/**
 * Reads a whole body and decodes its content coding, so that a parser can take it. Without a body the result is empty.
 *
 * Later readers of the same body get the same octets: do not write to them. Rejects with an `HttpError`: of 413 for a
 * body beyond the limit, of 400 for damaged content, and of 415 for an unknown coding, before anything is read. Rejects
 * with a `TypeError` if the limit is not a whole number.
 *
 * @example
 * app.post('/', async (request) => text(`${(await readBody(request)).length} octets`))
 */
export async function readBody(
  request: ServerRequest,
  options: ReadBodyOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  refuseUnknown('readBody()', options, ['limit'])
  const { limit } = options
  if (limit !== undefined) checkLimit('readBody()', limit)
  return readDecoded(request, limit, (octets) => octets)
}

/**
 * Reads a whole body, decodes its content coding, calls `use` with the octets, and gives the result of `use`.
 *
 * Without a content coding, only one promise is made: for a small body, a second promise would take longer than reading
 * the octets. Throws an `HttpError` of 415 for an unknown coding.
 */
export function readDecoded<T>(
  request: ServerRequest,
  limit: number | undefined,
  use: (octets: Uint8Array<ArrayBuffer>) => T | PromiseLike<T>,
): Promise<T> {
  const source = sourceOf(request)
  const coding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (coding === 'identity') return source.read(limit, use)
  if (!CODINGS.has(coding)) throw unknownCoding()
  return source.read(limit, (octets) =>
    octets.length === 0 ? use(octets) : inflate(octets, coding, limit ?? source.bodyLimit).then(use),
  )
}

function unknownCoding(): HttpError {
  const headers = { 'accept-encoding': [...CODINGS].join(', ') }
  return new HttpError(415, "The request's content coding is unknown", { headers })
}

const CODINGS: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])

/**
 * Gives the media type of a request's body.
 *
 * Throws an `HttpError` of 415 if it is missing or malformed, or if its charset is not UTF-8.
 *
 * @example
 * const { essence } = bodyType(request)
 */
export function bodyType(request: ServerRequest): MediaType {
  const type = parseMediaType(request.headers.get('content-type'))
  if (!type) throw new HttpError(415, "The request's content type is missing or malformed")
  const { charset } = type.parameters
  if (charset !== undefined && !UTF_8.test(charset)) throw new HttpError(415, "The request's charset is not UTF-8")
  return type
}

const UTF_8 = /^utf-8$/i
