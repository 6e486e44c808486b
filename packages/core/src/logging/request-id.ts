import { type AttributeKey, sharedAttributeKey } from '../messages/attribute-key.ts'
import { headerName } from '../messages/header-syntax.ts'
import { mapAnswer } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { Middleware } from '../middleware/middleware.ts'

/** Where the id of a request comes from, and where it goes. */
export interface RequestIdOptions {
  /** The header of the answer, and of a trusted request; `x-request-id` unless told otherwise. */
  readonly header?: string
  /** Makes an id; a random UUID unless told otherwise. */
  readonly generate?: (request: ServerRequest) => string
  /**
   * Takes the id that the request brings, if it is 1 to 128 letters, digits and `. _ ~ + / = : @ -`. Only where every
   * client is behind a proxy that sets it, since whoever may choose an id may choose that of somebody else.
   */
  readonly trustIncoming?: boolean
}

/** The id of a request, `undefined` where no `requestId` stands in front. */
export const REQUEST_ID: AttributeKey<string | undefined> = sharedAttributeKey('request-id', undefined)

/**
 * Middleware that gives each request an id, as the attribute `REQUEST_ID` and as a header of the answer.
 *
 * Throws a `TypeError` for a header that is no name. An error that passes it is answered further out, without the
 * header: pipe what answers errors behind it.
 */
export function requestId({
  header = 'x-request-id',
  generate = () => crypto.randomUUID(),
  trustIncoming = false,
}: RequestIdOptions = {}): Middleware {
  const name = headerName(header)
  return function requestId(request, handler) {
    const incoming = trustIncoming ? request.headers.get(name) : null
    const id = incoming !== null && SAFE.test(incoming) ? incoming : generate(request)
    const marked = (response: Response): Response => {
      response.headers.set(name, id)
      return response
    }
    return mapAnswer(handler(request.withAttribute(REQUEST_ID, id)), marked)
  }
}

const SAFE = /^[\w.~+/=:@-]{1,128}$/
