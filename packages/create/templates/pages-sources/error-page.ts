import { HttpError, reasonPhrase, type ServerRequest } from '@app/core'
import { REQUEST_ID } from '@app/core/logging'
import { markup } from '@app/view'
import { page } from './page.ts'

const HELP: Readonly<Record<number, string>> = {
  403: 'You may not do that.',
  404: 'There is no such page.',
  429: 'That was too often. Wait a while, and try again.',
  503: 'We are busy. Try again in a moment.',
}

/**
 * Answers an error, and a path without a route. The page shows the status of the error, but not its message. From
 * status 500 on, the page has the id of the request, by which the error is found in the log.
 */
export function errorPage(error: unknown, request: ServerRequest): Response {
  const { status } = HttpError.is(error) ? error : { status: 500 }
  const id = request.attribute(REQUEST_ID)
  return page(request, {
    title: reasonPhrase(status),
    status,
    main: markup`
      <h1>${reasonPhrase(status)}</h1>
      <p class="lead">${HELP[status] ?? 'Something went wrong.'}</p>
      ${status >= 500 && id && markup`<p>If you write to us, name <code>${id}</code>.</p>`}`,
  })
}
