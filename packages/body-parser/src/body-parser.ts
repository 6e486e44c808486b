import {
  type AttributeKey,
  attributeKey,
  BODY_LIMIT,
  HttpError,
  type Middleware,
  type Provides,
  provides,
  type RouteResult,
  type ServerRequest,
} from '@app/core'
import { refuseUnknown, routeFor } from '@app/core/extending'
import type { MediaType } from '@app/http'
import { checkLimit, inflate, parseMediaType, readElsewhere, sourceOf } from '@app/http/internal'
import { type BodyStrategy, formBody, jsonBody, textBody } from './body-strategies.ts'

/** The body that `bodyParser` has parsed; `undefined` without a body. Validate it: the client chooses its shape. */
export const PARSED_BODY: AttributeKey<unknown, 'parsed-body'> = attributeKey('parsed-body', {
  shared: '@app/body-parser/parsed-body',
  default: undefined,
})

/** Options of `bodyParser`. */
export interface BodyParserOptions extends Omit<ReadBodyOptions, 'atMost'> {
  /**
   * The first strategy that matches reads the body. Default: `jsonBody`, `formBody` and `textBody`. Add `multipartBody`
   * to also read small multipart forms: it holds each file in memory.
   */
  readonly strategies?: readonly BodyStrategy[] | undefined
}

/**
 * Middleware that parses the body and passes it on: `request.attribute(PARSED_BODY)`.
 *
 * These requests pass unchanged: GET, HEAD, OPTIONS, without a body, with a body that no strategy reads (such as an
 * upload, or one without a type), and with a body that is parsed already. Whoever comes later can read a parsed body
 * again.
 *
 * Answers 413 for a body beyond the limit, 400 for a body that does not match its type, and 415 for a malformed type,
 * an unknown content coding, and a charset other than UTF-8. Throws a `TypeError` if the limit is not an integer, and
 * an `OptionError` for an unknown option.
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
    if (!request.headers.has('content-type')) return handler(request)
    const type = wellFormedType(request)
    const strategy = strategies.find(({ matches }) => matches(type.essence))
    if (strategy === undefined) return handler(request)
    checkCharset(type)
    const parse = (bytes: Uint8Array<ArrayBuffer>) => (bytes.length === 0 ? undefined : strategy.parse(bytes, type))
    return readDecoded(request, limit, parse).then((body) =>
      handler(body === undefined ? request : request.withAttribute(PARSED_BODY, body)),
    )
  })
}

const STRATEGIES: readonly BodyStrategy[] = [jsonBody, formBody, textBody]
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Options of `readBody`. */
export interface ReadBodyOptions {
  /**
   * Maximum body in bytes, both as sent and after inflating. Default: the `BODY_LIMIT` of the route, also before
   * routing, else the `bodyLimit` of the server.
   */
  readonly limit?: number | undefined
  /**
   * A further maximum in bytes, of which and the limit the smaller one holds: for middleware that reads a body which the
   * route may not read. Default: none.
   */
  readonly atMost?: number | undefined
}

/**
 * Reads a whole body and decodes its content coding, so that a parser can take it. Without a body the result is empty.
 *
 * Later readers of the same body get the same bytes: do not write to them. Rejects with an `HttpError`: of 413 for a
 * body beyond the limit, of 400 for damaged content, and of 415 for an unknown coding, before anything is read. Rejects
 * with a `TypeError` if the limit is not an integer.
 *
 * @example
 * app.post('/', async (request) => text(`${(await readBody(request)).length} bytes`))
 */
export async function readBody(
  request: ServerRequest,
  options: ReadBodyOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  refuseUnknown('readBody()', options, ['limit', 'atMost'])
  const { limit, atMost } = options
  for (const given of [limit, atMost]) if (given !== undefined) checkLimit('readBody()', given)
  return readDecoded(request, limit, (bytes) => bytes, atMost)
}

/**
 * Returns the body of a request as a stream; `null` without a body.
 *
 * Unlike `request.body`, which as in Fetch is empty once it was read, throws a `TypeError` if other code has taken the
 * stream already.
 *
 * @example
 * app.put('/files/{name}', (request) => save(request.params.name, bodyStream(request)))
 */
export function bodyStream(request: ServerRequest): ReadableStream<Uint8Array> | null {
  if (!request.hasBody) return null
  const { body } = request
  if (body?.locked || (request.bodyUsed && !sourceOf(request).isKept)) throw readElsewhere()
  return body
}

/**
 * Reads a whole body, decodes its content coding, calls `use` with the bytes, and returns the result of `use`.
 *
 * Without a content coding, only one promise is made: for a small body, a second promise would take longer than reading
 * the bytes. Throws an `HttpError` of 415 for an unknown coding.
 */
export function readDecoded<T>(
  request: ServerRequest,
  limit: number | undefined,
  use: (bytes: Uint8Array<ArrayBuffer>) => T | PromiseLike<T>,
  atMost?: number,
): Promise<T> {
  const source = sourceOf(request)
  const coding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (coding !== 'identity' && !CODINGS.has(coding)) throw unknownCoding()
  if (limit !== undefined || source.destination) return read(limit)
  // Before routing the route is looked up, so that its limit holds, and not that of the server.
  const found = routeFor(request, request.method)
  return found instanceof Promise ? found.then((result) => read(limitOf(result))) : read(limitOf(found))

  function read(own: number | undefined): Promise<T> {
    // A body that is kept already has passed a limit, which its reader may have raised.
    const most = atMost === undefined ? own : Math.min(atMost, source.isKept ? atMost : (own ?? source.bodyLimit))
    if (coding === 'identity') return source.read(most, use)
    return source.read(most, (bytes) =>
      bytes.length === 0 ? use(bytes) : inflate(bytes, coding, most ?? source.bodyLimit).then(use),
    )
  }
}

function limitOf(result: RouteResult): number | undefined {
  return result.matched ? result.route.metadata(BODY_LIMIT) : undefined
}

function unknownCoding(): HttpError {
  const headers = { 'accept-encoding': [...CODINGS].join(', ') }
  return new HttpError(415, "The request's content coding is unknown", { headers })
}

const CODINGS: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br'])

/**
 * Returns the media type of a request's body.
 *
 * Throws an `HttpError` of 415 if it is missing or malformed, or if its charset is not UTF-8.
 */
export function bodyType(request: ServerRequest): MediaType {
  const type = wellFormedType(request)
  checkCharset(type)
  return type
}

function wellFormedType(request: ServerRequest): MediaType {
  const type = parseMediaType(request.headers.get('content-type'))
  if (type) return type
  throw new HttpError(415, "The request's content type is missing or malformed")
}

function checkCharset({ parameters: { charset } }: MediaType): void {
  if (charset !== undefined && !UTF_8.test(charset)) throw new HttpError(415, "The request's charset is not UTF-8")
}

const UTF_8 = /^utf-8$/i
