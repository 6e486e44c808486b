import { checkResponseOptions, type ResponseOptions } from './response-options.ts'

/** Makes the platform's own response, since a runtime that serves `fetch` accepts no other. */
export function createResponse(
  body: string | ReadableStream | null,
  contentType: string | undefined,
  init?: ResponseOptions,
): Response {
  const { status = 200, statusText = '', headers: given } = checkResponseOptions(init)
  const headers = new Headers(given)
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType)
  return new Response(body, { status, statusText, headers })
}

/** Always false: there are no light responses on this platform. */
export function isLight(_value: object): boolean {
  return false
}

export function markSent(_response: Response): void {}

/** Always `undefined`: the platform does not show a body that was not read. */
export function plainBody(_response: Response): string | null | undefined {
  return undefined
}
