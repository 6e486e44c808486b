import type { Chunks, Content } from './content.ts'
import { LightResponse } from './light-response.ts'
import {
  checkResponseOptions,
  checkStatus,
  checkStatusText,
  headerList,
  type ResponseOptions,
} from './response-options.ts'

/** Makes a light response; the platform's own would cost a hundred times as much. */
export function createResponse(body: Content, contentType: string | undefined, init?: ResponseOptions): Response {
  if (init === undefined)
    return LightResponse.create(body, 200, '', contentType === undefined ? [] : ['content-type', contentType])
  const { status, statusText, headers } = checkResponseOptions(init)
  const code = checkStatus(status, body !== null)
  return LightResponse.create(body, code, checkStatusText(statusText), headerList(headers, contentType))
}

/** Makes a light response, whose chunks the server writes as they come. */
export function createChunkedResponse(
  chunks: Chunks,
  contentType: string | undefined,
  init?: ResponseOptions,
): Response {
  return createResponse(chunks, contentType, init)
}

/** Whether a helper made this response, so that the server can write its text without reading a stream. */
export function isOwn(value: object): boolean {
  return LightResponse.isLight(value)
}

/** Marks a response that a helper made as sent. Throws `ResponseUsedError` if it was sent or read before. */
export function markSent(response: Response): void {
  LightResponse.markSent(response as unknown as LightResponse)
}

/**
 * Gives the body of a response if it is known without reading: a text, or `null` for no body.
 *
 * `undefined` for a stream, for a body that was read, and for every response that was not made by a helper.
 */
export function plainBody(response: Response): string | null | undefined {
  const content = LightResponse.contentOf(response)
  return typeof content === 'object' && content !== null ? undefined : content
}
