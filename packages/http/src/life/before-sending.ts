import type { AnswerChange, RequestSource } from '../request/request-source.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { withOpenHeaders } from '../response/open-headers.ts'
import { reportError } from './report.ts'

/**
 * Calls a function with the answer that is about to be sent, also if an error handler made it further out.
 *
 * For middleware whose headers belong on every answer, such as cookies. Each function is called once, in the order of
 * registration; its headers can be changed. If the function throws, the error is answered instead. Where another
 * framework answers an error (`toNodeHandler` with `next`), nothing is called.
 */
export function beforeSending(request: ServerRequest, change: AnswerChange): void {
  request.source.changes ??= []
  request.source.changes.push((response) => {
    const result: unknown = change(response)
    // The answer does not wait for a promise, but its rejection must not end the program.
    if (result instanceof Promise) result.catch((error: unknown) => reportError(request, error))
  })
}

/** The answer after all registered changes; most often the same one. */
export function changed(response: Response, source: RequestSource): Response {
  const { changes } = source
  if (changes === undefined) return response
  // The answer to an error of a change must not run into the same error.
  source.changes = undefined
  const open = withOpenHeaders(response)
  for (const change of changes) change(open)
  return open
}
