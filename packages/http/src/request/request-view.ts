import type { Params } from '@app/router'
import { noParams } from '@app/router/adapter'
import { type AttributeKey, type Attributes, attributeKey } from './attribute-key.ts'
import type { RequestSource } from './request-source.ts'
import { ServerRequest } from './server-request.ts'

/** The further arguments of `fetch`, such as `env` and `context` on Workers. */
export const PLATFORM: AttributeKey<readonly unknown[]> = attributeKey('platform', {
  shared: '@app/core/platform',
  default: [],
})

/** Makes the first `ServerRequest` for a request; all further ones are views of the same source. */
export function createRequest(source: RequestSource, method: string, attributes?: Attributes): ServerRequest {
  return ServerRequest.view(source, method, source.outerPath, noParams, attributes)
}

/** Makes a view of the same request under another base path. */
export function atBasePath(request: ServerRequest, basePath: string): ServerRequest {
  const { source, method, params, attributes } = request
  return ServerRequest.view(source, method, basePath, params, attributes)
}

/** Gives the source of a request: the request as the platform has it. All views of a request have the same source. */
export function sourceOf(request: ServerRequest | ServerRequest<never>): RequestSource {
  return request.source
}

/** Gives the attributes of a view as a linked list, the one that was set last in front. */
export function attributesOf(request: ServerRequest): Attributes | undefined {
  return request.attributes
}

/** Makes a view of the same request with other params and attributes. */
export function viewWith(request: ServerRequest, params: Params, attributes: Attributes | undefined): ServerRequest {
  const { source, _method, _basePath } = request
  return ServerRequest.view(source, _method, _basePath, params, attributes)
}
