import { type ErrorListener, HttpError, type HttpErrorOptions, type ServerRequest } from '@app/http'
import { logError, sourceOf, statusOf } from '@app/http/framework'
import { isDevelopment } from './node-development.ts'

/** The reason for an answer of this status for which nothing was thrown; `undefined` outside of development. */
export function refusalReason(
  request: ServerRequest,
  status: number,
  { headers = {}, expose }: HttpErrorOptions,
): string | undefined {
  if (expose || !isDevelopment()) return undefined
  if (status === 404) return 'no route has this path, and no middleware has answered'
  if (status === 405 && headers.allow !== undefined) return `the routes of this path take ${headers.allow}`
  const { refusedTarget } = sourceOf(request)
  if (refusedTarget !== undefined) return `the path ${JSON.stringify(refusedTarget)} cannot be read`
  return 'middleware has refused it by refuse()'
}

/** In development, prints the reason for a refusal that no error handler answers. */
export function sayRefusal(request: ServerRequest, status: number, options: HttpErrorOptions): void {
  const reason = refusalReason(request, status, options)
  if (reason !== undefined) sayMistake(new HttpError(status, reason, options), request, [logError])
}

/** In development, prints the mistake of a client for which nothing was thrown, if errors are logged at all. */
export function sayMistake(error: unknown, request: ServerRequest, listeners: readonly ErrorListener[]): void {
  if (isDevelopment() && statusOf(error) < 500 && listeners.includes(logError)) logError(error, request)
}
