import type { AttributeKey, ServerRequest } from '@app/http'
import { attributeKey } from '@app/http'
import type { Marks } from '@app/http/internal'
import { type Attributes, attributesOf, printError, sourceOf, viewWith } from '@app/http/internal'
import type { RequestLogger } from '../container/application-types.ts'

/** The id of a request; `undefined` unless the middleware `requestId` runs before the code that reads it. */
export const REQUEST_ID: AttributeKey<string | undefined, 'request-id'> = /* @__PURE__ */ attributeKey('request-id', {
  shared: '@app/core/request-id',
  default: undefined,
})

/**
 * The logger of a request, which adds the id of the request to each line. Reading it throws unless the middleware
 * `accessLog` runs before the code that reads it.
 */
export const LOGGER: AttributeKey<RequestLogger, 'logger'> = /* @__PURE__ */ attributeKey('logger', {
  shared: '@app/core/logger',
})

/** The attribute `LOGGER`, but with `undefined` instead of an error for a request without a logger. */
const LOGGER_IF_ANY: AttributeKey<RequestLogger | undefined> = /* @__PURE__ */ attributeKey('logger', {
  shared: '@app/core/logger',
  default: undefined,
})

/**
 * Returns a copy of the request object with one more attribute. Error listeners can read the attribute too, wherever
 * they are registered.
 */
export function mark<T>(request: ServerRequest, key: AttributeKey<T>, value: NoInfer<T>): ServerRequest {
  const source = sourceOf(request)
  const attributes = { id: key.id, value, earlier: source.marks?.attributes }
  source.marks = { attributes, view: marked as Marks['view'], log }
  return request.withAttribute(key, value)
}

/**
 * Returns a copy of the request object with all attributes that `mark` has set on the request, in any middleware.
 * Attributes of the given object take precedence.
 */
function marked(request: ServerRequest): ServerRequest {
  return viewWith(request, request.params, before(attributesOf(request), sourceOf(request).marks?.attributes))
}

function before(own: Attributes | undefined, marks: Attributes | undefined): Attributes | undefined {
  return own === undefined ? marks : { ...own, earlier: before(own.earlier, marks) }
}

/** Logs an error with the id of its request: by the request's logger, else on standard error. */
function log(error: unknown, request: ServerRequest): void {
  const logger = request.attribute(LOGGER_IF_ANY)
  const id = request.attribute(REQUEST_ID)
  if (logger !== undefined) logger.error({ err: error }, `${request.method} ${request.fullPath} failed`)
  else printError(error, id === undefined ? undefined : `Request ${id} failed:`)
}
