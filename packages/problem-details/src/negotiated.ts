import { type ServerRequest, text } from '@app/core'
import { prefersJson, reasonPhrase } from '@app/core/errors'
import { addVary } from '@app/core/extending'
import { type ProblemDetails, problem } from './problem.ts'

/** Answers with a problem, or as text if the client's `Accept` prefers text. */
export function negotiated(
  request: ServerRequest,
  details: ProblemDetails,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status, title = reasonPhrase(status), detail } = details
  const response = prefersJson(request.headers.get('accept'))
    ? problem(details, { headers })
    : text(detail === undefined ? title : `${title}: ${detail}`, { status, headers: { ...headers } })
  addVary(response.headers, 'Accept')
  return response
}
