import { ErrorHandler, type ErrorHandlerOptions, HttpError, reasonPhrase, type ServerRequest } from '@app/core'
import { negotiated } from './negotiated.ts'
import type { ProblemDetails } from './problem.ts'
import { ProblemDetailsError } from './problem-details-error.ts'
import { KnownProblems, type ProblemTypes } from './problem-types.ts'

/** Options of `problemDetails`; `listeners`, `misses` and `translate` are those of an `ErrorHandler`. */
export interface ProblemDetailsOptions extends Omit<ErrorHandlerOptions, 'respond'> {
  /**
   * `true` includes the message of the error, without the secrets in it, in responses to this machine. For development
   * only.
   */
  readonly development?: boolean | undefined
  /**
   * Returns the details of a problem as the client gets them: `details` in the language of the request, or with a member
   * that all problems have. Also called for a 404 and a 405. Default: the details as they are.
   */
  readonly details?: ProblemDescriber | undefined
  /**
   * The status, type and title of the problem by the name of an error's class, by the `name` or `code` of an error, or
   * by a status; in a `Map` also by the class itself. A `ProblemDetailsError` keeps the details that it has.
   */
  readonly types?: ProblemTypes | undefined
  /** Host names under which `development` includes the message also for other machines. Default: none. */
  readonly hosts?: readonly string[] | undefined
}

/** Changes the details of a problem before they are sent. `error` is the error that was thrown or translated. */
export type ProblemDescriber = (details: ProblemDetails, request: ServerRequest, error: unknown) => ProblemDetails

/**
 * Middleware that answers errors thrown after it, and requests that nothing answers, as `application/problem+json`, or
 * as text if the client's `Accept` prefers text (RFC 9457).
 *
 * A `ProblemDetailsError` answers with its details; an `HttpError` with its status, its headers, and its message if
 * `expose` is set; every other error with 500, unless `types` says otherwise.
 *
 * @example
 * app.pipe(problemDetails())
 */
export function problemDetails(options: ProblemDetailsOptions = {}): ErrorHandler {
  const { development = false, hosts = [], details: describe = asTheyAre, types, translate, ...others } = options
  const problems = new KnownProblems(types)
  const withMessage = async (error: unknown, details: ProblemDetails, request: ServerRequest): Promise<Response> => {
    const { maskText, reasonToHide } = await import('@app/development')
    if (reasonToHide(request, hosts) !== undefined) return negotiated(request, details)
    const detail = maskText(error instanceof Error ? error.message : String(error))
    return negotiated(request, { ...details, detail })
  }
  return new ErrorHandler({
    ...others,
    translate: (error) => {
      const translated = translate?.(error)
      const isResponse = translated !== undefined && !(translated instanceof Error)
      return isResponse ? translated : (problems.translate(translated ?? error) ?? translated)
    },
    respond: (error, request) => {
      const details = describe(problems.complete(detailsOf(error)), request, error)
      const isMade = problems.hasMade(error)
      const isWhole = !development || details.detail !== undefined || (ProblemDetailsError.is(error) && !isMade)
      return isWhole
        ? negotiated(request, details)
        : withMessage(isMade ? (error as Error).cause : error, details, request)
    },
  })
}

const asTheyAre: ProblemDescriber = (details) => details

function detailsOf(error: unknown): ProblemDetails {
  if (ProblemDetailsError.is(error)) return error.details
  const { status, expose, message } = HttpError.is(error) ? error : { status: 500, expose: false, message: '' }
  return expose && message !== reasonPhrase(status) ? { status, detail: message } : { status }
}
