import { type AttributeKey, attributeKey, HttpError, type Provides, provides, type ServerRequest } from '@app/http'
import { checkLimit, inflate, type MediaType, parseMediaType, refuseUnknown, sourceOf } from '@app/http/framework'
import type { Middleware } from '../middleware/middleware.ts'
import { type BodyStrategy, formBody, jsonBody, multipartBody, textBody } from './body-strategies.ts'

/** The body that `bodyParser` has parsed; `undefined` without a body. Validate it: the client chooses its shape. */
export const PARSED_BODY: AttributeKey<unknown, 'parsed-body'> = attributeKey('parsed-body', {
  shared: '@app/core/parsed-body',
  default: undefined,
})

/** Options of `bodyParser`. */
export interface BodyParserOptions extends ReadBodyOptions {
  /** The first strategy that matches reads the body. Default: JSON, forms, text and multipart forms. */
  readonly strategies?: readonly BodyStrategy[] | undefined
}

/**
 * Middleware that parses the body and passes it on: `request.attribute(PARSED_BODY)`.
 *
 * GET, HEAD, OPTIONS and requests without a body pass unchanged, and so do requests whose body is parsed already. A
 * body beyond the limit is answered with 413. The answer is 415 if the type of the body is missing or malformed, if no
 * strategy reads its type, if its coding is unknown, or if its charset is not UTF-8. The answer is 400 if the body does
 * not match its type. Throws a `TypeError` if the limit is not a whole number, and an `OptionError` for an unknown
 * option, so that a misspelt `limit` is not ignored.
 *
 * @example
 * app.pipe(bodyParser())
 * app.post('/', (request) => json(request.attribute(PARSED_BODY)))
 */
export function bodyParser(given: BodyParserOptions = {}): Middleware & Provides<typeof PARSED_BODY> {
  refuseUnknown('bodyParser()', given, ['strategies', 'limit'])
  const { strategies = STRATEGIES, limit } = given
  if (limit !== undefined) checkLimit('bodyParser()', limit)
  return provides([PARSED_BODY], function bodyParser(request, handler) {
    if (WITHOUT_BODY.has(request.method) || !request.hasBody) return handler(request)
    if (request.attribute(PARSED_BODY) !== undefined) return handler(request)
    return parseBody(request, strategies, limit).then((body) =>
      handler(body === undefined ? request : request.withAttribute(PARSED_BODY, body)),
    )
  })
}

function parseBody(
  request: ServerRequest,
  strategies: readonly BodyStrategy[],
  limit: number | undefined,
): Promise<unknown> {
  const type = bodyType(request)
  const strategy = strategies.find(({ matches }) => matches(type.essence))
  if (!strategy) throw new HttpError(415, `Nothing here reads a body of ${type.essence}`)
  return readDecoded(request, limit, (octets) => (octets.length === 0 ? undefined : strategy.parse(octets, type)))
}

const STRATEGIES: readonly BodyStrategy[] = [jsonBody, formBody, textBody, multipartBody]
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Options of `readBody`. */
export interface ReadBodyOptions {
  /**
   * The most octets that a body may have, both as sent and after inflating. Default: the `BODY_LIMIT` of the route,
   * else the `bodyLimit` of the server.
   */
  readonly limit?: number | undefined
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
