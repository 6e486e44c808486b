import {
  ErrorHandler,
  type ErrorHandlerOptions,
  HttpError,
  type MiddlewareInterface,
  type ServerRequest,
  text,
} from '@app/core'
import { prefersJson, reasonPhrase } from '@app/core/errors'
import { type ProblemDetails, problem } from './problem.ts'
import { ProblemDetailsError } from './problem-details-error.ts'

/** Options of `problemDetails`; `listeners`, `misses` and `translate` are those of an `ErrorHandler`. */
export interface ProblemDetailsOptions extends Omit<ErrorHandlerOptions, 'respond'> {
  /** `true` includes the message of the error in the answer. For development only. */
  readonly development?: boolean | undefined
}

/**
 * Middleware that answers errors thrown behind it, and requests that nothing answers, as `application/problem+json`, or
 * as text if the client's `Accept` prefers text (RFC 9457).
 *
 * A `ProblemDetailsError` answers with its details; an `HttpError` with its status, its headers, and its message if
 * `expose` is set; every other error with 500.
 *
 * @example
 * app.pipe(problemDetails())
 */
export function problemDetails({ development = false, ...options }: ProblemDetailsOptions = {}): MiddlewareInterface {
  return new ErrorHandler({ ...options, respond: (error, request) => answer(error, request, development) })
}

function answer(error: unknown, request: ServerRequest, development: boolean): Response {
  const details = detailsOf(error, development)
  const headers = HttpError.is(error) ? error.headers : {}
  if (prefersJson(request.headers.get('accept'))) return problem(details, { headers })
  const { status, title = reasonPhrase(status), detail } = details
  return text(detail === undefined ? title : `${title}: ${detail}`, { status, headers: { ...headers } })
}

function detailsOf(error: unknown, development: boolean): ProblemDetails {
  if (ProblemDetailsError.is(error)) return error.details
  const { status, expose, message } = HttpError.is(error) ? error : { status: 500, expose: false, message: '' }
  if (expose && message !== reasonPhrase(status)) return { status, detail: message }
  if (!development) return { status }
  return { status, detail: error instanceof Error ? error.message : String(error) }
}
