import { describeValue, UsageError } from '@app/checks'
import type { RequestHandler, ServerRequest } from '@app/http'

/**
 * Makes the handler that middleware gets: the next handler, which refuses to be called with anything but a request.
 * Otherwise the call would fail in code that has no part in the mistake. `place` names the middleware in the error.
 */
export function refusingHandler(handle: RequestHandler, place: string): RequestHandler {
  return (request) => {
    if (!isRequest(request)) throw withoutRequest(`${place} called its handler`, request, 'handler(request)')
    return handle(request)
  }
}

/** True for a request of this or another copy of the package; false for a copy such as `{ ...request }`. */
export function isRequest(value: ServerRequest | undefined): boolean {
  return typeof value?.withAttribute === 'function'
}

/** Makes the error for a call that has no request. `call` says which call, and `instead` what to write. */
export function withoutRequest(call: string, value: unknown, instead: string): UsageError {
  const given = value === undefined ? 'without the request' : `with ${describeValue(value)}, not with the request`
  if (value instanceof Error) {
    return new UsageError('APP_HANDLER_REQUEST', `${call} ${given}. Write throw error.`, { cause: value })
  }
  const attribute = ' Values travel with it as attributes: request.withAttribute(KEY, value).'
  return new UsageError(
    'APP_HANDLER_REQUEST',
    `${call} ${given}. Write ${instead}.${value === undefined ? '' : attribute}`,
  )
}
