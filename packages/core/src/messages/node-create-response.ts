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
