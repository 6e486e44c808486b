import {
  ErrorHandler,
  type ErrorListener,
  type MiddlewareInterface,
  prefersJson,
  type ServerRequest,
  text,
} from '@app/core'
import { type ProblemDetails, problem } from './problem.ts'
import { ProblemDetailsError } from './problem-details-error.ts'
import { statusTitle } from './status-title.ts'

/** How errors become problems. */
export interface ProblemDetailsOptions {
  /** Says what an unexpected error says, to whoever asks: only where nobody but its author does. */
  readonly development?: boolean
  /** Hear of each error before it is answered; left out, those of status 500 and above are logged. */
  readonly listeners?: readonly ErrorListener[]
}

/**
 * Middleware that answers whatever is thrown behind it as `application/problem+json`, or as text where the client's
 * `Accept` prefers that (RFC 9457).
 *
 * A `ProblemDetailsError` answers with its details, an `HttpError` with its status and headers, anything else with 500.
 */
export function problemDetails({ development = false, listeners }: ProblemDetailsOptions = {}): MiddlewareInterface {
  return new ErrorHandler({
    ...(listeners && { listeners }),
    respond: (error, request) => answer(error, request, development),
  })
}

function answer(error: unknown, request: ServerRequest, development: boolean): Response {
  const details = detailsOf(error, development)
  const headers = isHttpError(error) ? error.headers : {}
  if (prefersJson(request.headers.get('accept'))) return problem(details, { headers })
  const { status, title = statusTitle(status), detail } = details
  return text(detail === undefined ? title : `${title}: ${detail}`, { status, headers: { ...headers } })
}

function detailsOf(error: unknown, development: boolean): ProblemDetails {
  if (ProblemDetailsError.is(error)) return error.details
  const status = isHttpError(error) ? error.status : 500
  if (!development) return { status }
  return { status, detail: error instanceof Error ? error.message : String(error) }
}

/** What the core brands as an `HttpError`, in every copy of it. */
const HTTP_ERROR = Symbol.for('@app/core/HttpError')

function isHttpError(error: unknown): error is { readonly status: number; readonly headers: Record<string, string> } {
  return typeof error === 'object' && error !== null && HTTP_ERROR in error
}
