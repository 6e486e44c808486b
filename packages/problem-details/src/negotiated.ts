import { prefersJson, reasonPhrase, type ServerRequest, text } from '@app/core'
import { addVary } from '@app/core/extending'
import { type ProblemDetails, problem } from './problem.ts'

/** Answers with a problem, or as text if the client's `Accept` prefers text. */
export function negotiated(request: ServerRequest, details: ProblemDetails): Response {
  const { status, title = reasonPhrase(status), detail } = details
  const response = prefersJson(request.headers.get('accept'))
    ? problem(details)
    : text(detail === undefined ? title : `${title}: ${detail}`, { status })
  addVary(response.headers, 'Accept')
  return response
}
