import { noParams } from '@app/router'
import { type AttributeKey, sharedAttributeKey } from './attribute-key.ts'
import type { RequestSource } from './request-source.ts'
import { ServerRequest } from './server-request.ts'

/** The further arguments of `fetch`, such as `env` and `context` on Workers. */
export const PLATFORM: AttributeKey<readonly unknown[]> = sharedAttributeKey('platform', [])

/** The first view of a request. */
export function createRequest(source: RequestSource, method: string): ServerRequest {
  const { platform } = source
  const attributes = platform.length ? { id: PLATFORM.id, value: platform, earlier: undefined } : undefined
  return ServerRequest.view(source, method, source.fullPath, '', noParams, attributes)
}

/** A view of the same request under another base path. */
export function atBasePath(request: ServerRequest, basePath: string): ServerRequest {
  const { source, method, params, attributes } = request
  const path = source.fullPath.slice(basePath.length) || '/'
  return ServerRequest.view(source, method, path, basePath, params, attributes)
}
