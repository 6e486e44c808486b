import { checkOptions, type ResponseOptions } from './response-options.ts'

/** The platform's own response: a runtime that serves `fetch` takes no other. */
export function createResponse(body: string | null, contentType: string | undefined, init?: ResponseOptions): Response {
  const { status = 200, statusText = '', headers: given } = checkOptions(init)
  const headers = new Headers(given)
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType)
  return new Response(body, { status, statusText, headers })
}

/** The platform's own responses are never light. */
export function isLight(_value: object): boolean {
  return false
}

export function markSent(_response: Response): void {}

/** What the platform's own responses hold is known to nobody who has not read it. */
export function plainBody(_response: Response): string | null | undefined {
  return undefined
}
