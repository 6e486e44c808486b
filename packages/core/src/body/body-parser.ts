import { type AttributeKey, attributeKey, HttpError, type Provides, provides, type ServerRequest } from '@app/http'
import { checkLimit, refuseUnknown } from '@app/http/framework'
import type { Middleware } from '../middleware/middleware.ts'
import { type BodyStrategy, formBody, jsonBody, multipartBody, textBody } from './body-strategies.ts'
import { bodyType, type ReadBodyOptions, readDecoded } from './read-body.ts'

/** The body that `bodyParser` has parsed; `undefined` without a body. Validate it: the client chooses its shape. */
export const PARSED_BODY: AttributeKey<unknown, 'parsed-body'> = attributeKey('parsed-body', {
  shared: '@app/core/parsed-body',
  default: undefined,
})

/** Options of `bodyParser`. */
export interface BodyParserOptions extends ReadBodyOptions {
  /** The first strategy that matches reads the body. Default: JSON, forms, text and multipart forms. */
  readonly strategies?: readonly BodyStrategy[]
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
