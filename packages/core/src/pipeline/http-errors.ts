import { HttpError } from '@app/http'
import type { ErrorTranslator } from './error-handler.ts'

/**
 * Translates errors by which other libraries answer a client: `new ErrorHandler({ translate: httpErrors })`.
 *
 * - A `Response` that was thrown is the answer.
 * - An error with a `status` or `statusCode` from 400 to 499 and `expose: true`, as `http-errors` and other libraries
 * make it, becomes an `HttpError` with its message, headers and status.
 * - An `HTTPException` of Hono from 400 to 499 answers with the response that it was given, else it becomes an
 * `HttpError`.
 *
 * All other errors, including those of status 500 and above, are not translated.
 */
export const httpErrors: ErrorTranslator = (error) => {
  if (typeof error !== 'object' || error === null) return undefined
  if (isResponse(error)) return error
  const { status, statusCode = status, message, headers, expose, res, getResponse } = error as ForeignError
  if (!Number.isInteger(statusCode) || (statusCode as number) < 400 || (statusCode as number) > 499) return undefined
  const isHono = typeof getResponse === 'function'
  if (isHono && isResponse(res)) return getResponse.call(error) as Response
  if (!isHono && expose !== true) return undefined
  return new HttpError(statusCode as number, message ? String(message) : undefined, {
    cause: error,
    expose: true,
    headers: typeof headers === 'object' ? (headers as Readonly<Record<string, string>>) : {},
  })
}

/** The properties that are read from a foreign error. */
type ForeignError = Readonly<
  Partial<
    Record<'status' | 'statusCode' | 'message' | 'headers' | 'expose' | 'res', unknown> & {
      getResponse: (this: unknown) => unknown
    }
  >
>

function isResponse(value: unknown): value is Response {
  return value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'
}
