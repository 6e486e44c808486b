import { isDevelopment, printError } from '#primitives'
import type { ServerRequest } from '../request/server-request.ts'
import { statusOf } from '../response/http-error.ts'
import { isResponse } from '../response/is-response.ts'

/**
 * Called for each error that no middleware has answered, before the server answers it with 500 or with the status of an
 * `HttpError`, and for errors that come too late to be answered.
 */
export type ErrorListener = (error: unknown, request: ServerRequest) => void

/**
 * Reports an error that comes too late to be answered, such as an error of a response's stream after the head was sent.
 *
 * The error goes to the same place as errors that no middleware has answered: to `onError` of the server or the
 * application, else to the log. The caller then has to end the response itself. Never throws.
 */
export function reportError(request: ServerRequest, error: unknown): void {
  report(error, request, request.source.onError as ErrorListener | undefined)
}

/**
 * Calls a listener with an error, unless `reportLast` was called for the request. If the listener rejects, its error is
 * printed; if it throws, both errors are printed.
 */
export function report(error: unknown, request: ServerRequest, onError: ErrorListener = logError): void {
  const { isGivenUp, marks } = request.source
  if (isGivenUp) return
  try {
    const heard: unknown = onError(error, marks ? marks.view(request) : request)
    if (heard instanceof Promise) heard.catch((failure) => printError(failure))
  } catch (failure) {
    printError(error)
    printError(failure)
  }
}

/**
 * Reports the error because of which the server stops handling a request. Later errors of the same request are not
 * reported.
 */
export function reportLast(error: unknown, request: ServerRequest, onError: ErrorListener | undefined): void {
  report(error, request, onError)
  request.source.isGivenUp = true
}

/**
 * Logs an error of status 500 and above: by the logger of the request, if a framework has set one, else on standard
 * error. Ignores the `AbortError` of a request whose client has left. Ignores errors below 500, which are mistakes of
 * clients; but in development it logs a line that says why such a request was refused.
 */
export function logError(error: unknown, request: ServerRequest): void {
  if (isLogged(error, request)) writeError(error, request)
  else if (isDevelopment() && !isClientGone(error, request)) {
    console.info(`${request.method} ${request.fullPath} ${statusOf(error)}: ${(error as Error).message}`)
  }
}

/** True if `logError` logs an error as a failure of the program. */
export function isLogged(error: unknown, request: ServerRequest): boolean {
  return statusOf(error) >= 500 && !isClientGone(error, request)
}

/**
 * Reports an error that nobody gets to see, since the function that should have answered it has failed with another
 * error. Reports it also if its status is below 500: it explains why that function ran.
 *
 * Does nothing if the other error has this one as its cause, or was thrown as the answer, such as an `HttpError` of 404
 * or a redirect.
 */
export function reportReplaced(error: unknown, failure: unknown, request: ServerRequest): void {
  const { status } = isResponse(failure) ? failure : { status: statusOf(failure) }
  if (status < 500 || hasCause(failure, error)) return
  report(error, request, (request.source.onError as ErrorListener | undefined) ?? writeError)
}

function hasCause(failure: unknown, error: unknown): boolean {
  let cause = failure
  for (let depth = 0; depth < MOST_CAUSES && cause !== undefined; depth++) {
    if (cause === error) return true
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return false
}

const MOST_CAUSES = 10

function writeError(error: unknown, request: ServerRequest): void {
  const { marks } = request.source
  if (marks) marks.log(error, request as never)
  else if (Object(error) === error) printError(error)
  else {
    // A thrown text or number has no stack, so the line names the request, to show where to look.
    printError(
      `${request.method} ${request.fullPath}: ${JSON.stringify(String(error))} was thrown. ` +
        'Throw an Error, which has a stack.',
    )
  }
}

function isClientGone(error: unknown, request: ServerRequest): boolean {
  return error instanceof DOMException && error.name === 'AbortError' && request.signal.aborted
}
