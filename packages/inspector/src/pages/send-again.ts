import { Application, json } from '@app/core'
import { SECURE } from './page.ts'
import type { PageContext } from './page-context.ts'

/**
 * Sends a kept request to the application once more, in this process, with its body and with all its headers except
 * headers of the connection. Answers with the number and the status of the new request; with 404 for a request that is
 * not kept or not over yet, and with 422 for a request that cannot be sent again.
 */
export async function sendAgain({ application, recorder }: PageContext, id: number): Promise<Response> {
  const sent = recorder.sent(id)
  if (!sent)
    return json({ message: 'This request is not kept any more, or not over yet.' }, { status: 404, headers: SECURE })
  const { method, origin, target, headers, body, lacksBody } = sent
  if (lacksBody) {
    return json(
      { message: 'The body of this request was not kept, so the request cannot be sent again.' },
      { status: 422, headers: SECURE },
    )
  }
  if (REFUSED_BY_FETCH.has(method) || !target.startsWith('/')) {
    return json(
      { message: `A request of this form cannot be sent again: ${method} ${target.slice(0, 100)}` },
      { status: 422, headers: SECURE },
    )
  }
  let repeated: number | undefined
  const stop = recorder.onChange((summary) => {
    if (summary.repeats === id) repeated = summary.id
  })
  try {
    const around = new Application().pipe((request, handler) => recorder.record(request, handler, id)).pipe(application)
    const response = await around.request(origin + target, {
      method,
      headers: headers.filter(([name]) => !OF_A_CONNECTION.has(name)) as [string, string][],
      ...(body && { body }),
    })
    await response.body?.cancel()
    return json({ id: repeated, status: response.status }, { headers: SECURE })
  } finally {
    stop()
  }
}

/** The methods that `new Request()` refuses. Source: Fetch Standard, forbidden methods. */
const REFUSED_BY_FETCH = new Set(['CONNECT', 'TRACE', 'TRACK'])
/** Headers that describe the connection, or how the body arrived. The repeated request is sent without them. */
const OF_A_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])
