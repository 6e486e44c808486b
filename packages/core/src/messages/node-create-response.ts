import { LightResponse } from './light-response.ts'
import { checkOptions, checkStatus, checkStatusText, headerList, type ResponseOptions } from './response-options.ts'

/** A light response: the platform's own costs a hundred times as much to make. */
export function createResponse(body: string | null, contentType: string | undefined, init?: ResponseOptions): Response {
  if (init === undefined)
    return LightResponse.create(body, 200, '', contentType === undefined ? [] : ['content-type', contentType])
  const { status, statusText, headers } = checkOptions(init)
  const code = checkStatus(status, body !== null)
  return LightResponse.create(body, code, checkStatusText(statusText), headerList(headers, contentType))
}

/** Whether one of the helpers made this response, and so nothing but its text has to be looked at. */
export function isLight(value: object): boolean {
  return LightResponse.isLight(value)
}

/** Throws `ResponseUsedError` for a light response that was sent or read before. */
export function markSent(response: Response): void {
  LightResponse.markSent(response as unknown as LightResponse)
}

/**
 * The body of a response where it is known without reading it: a text, or `null` for none.
 *
 * `undefined` for a stream, for a body that was read, and for every response that none of the helpers made.
 */
export function plainBody(response: Response): string | null | undefined {
  return LightResponse.isLight(response) ? LightResponse.textOf(response) : undefined
}
