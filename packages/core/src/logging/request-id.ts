import { checkOptions, optionKind } from '@app/checks'
import { beforeSending, type Provides, provides, type ServerRequest } from '@app/http'
import { headerName } from '@app/http/internal'
import { forEveryResponse } from '../middleware/for-every-response.ts'
import type { Middleware } from '../middleware/middleware.ts'
import { mark, REQUEST_ID } from './request-marks.ts'

/** Options of `requestId`. */
export interface RequestIdOptions {
  /** The header for the id, in responses and in trusted requests. Default: `x-request-id`. */
  readonly header?: string | undefined
  /** Makes an id. Default: a random UUID. */
  readonly generate?: ((request: ServerRequest) => string) | undefined
  /**
   * Accepts the id in the header of a request, if it has 1 to 128 letters, digits and `. _ ~ + / = : @ -`. Set it only
   * behind a proxy that sets the header on every request: a client that may choose the id of its request could choose
   * the id of another client's request. Default: `false`.
   */
  readonly trustIncoming?: boolean | undefined
}

/**
 * Middleware that gives each request an id, as the attribute `REQUEST_ID` and as a header of the response, also of
 * responses to errors.
 *
 * Error listeners can read the attribute too, wherever they are registered. Throws a `TypeError` for an invalid header
 * name, and an `OptionError` for an unknown option or a value of the wrong kind.
 *
 * @example
 * app.pipe(requestId())
 */
export function requestId(options: RequestIdOptions = {}): Middleware & Provides<typeof REQUEST_ID> {
  const checked = checkOptions('requestId()', options, KINDS)
  const { header = 'x-request-id', generate = () => crypto.randomUUID(), trustIncoming = false } = checked
  const name = headerName(header)
  const identify: Middleware = function requestId(request, handler) {
    const incoming = trustIncoming ? request.headers.get(name) : null
    const id = incoming !== null && SAFE.test(incoming) ? incoming : generate(request)
    beforeSending(request, ({ headers }) => headers.set(name, id))
    return handler(mark(request, REQUEST_ID, id))
  }
  return provides([REQUEST_ID], forEveryResponse(identify))
}

const SAFE = /^[\w.~+/=:@-]{1,128}$/

const KINDS = { header: optionKind.text, generate: optionKind.function, trustIncoming: optionKind.boolean }
