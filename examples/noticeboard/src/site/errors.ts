import { ErrorHandler, HttpError, html, reasonPhrase } from '@app/core'
import { REQUEST_ID } from '@app/core/logging'
import { markup } from '@app/view'
import { frame } from './frame.ts'

const HELP: Readonly<Record<number, string>> = {
  401: 'Log in first.',
  403: 'You may not do that.',
  404: 'There is no such page, or it is not for you.',
  413: 'That was too large.',
  429: 'That was too often. Wait a while, and try again.',
  503: 'We are busy. Try again in a moment.',
}

/** Answers an error with a page that reveals only its status and, from 500 on, the id of the request in the log. */
export const errorPages = new ErrorHandler({
  respond: (error, request) => {
    const { status } = HttpError.is(error) ? error : { status: 500 }
    const help = HELP[status] ?? 'Something went wrong. We have a note of it.'
    const id = request.attribute(REQUEST_ID)
    const main = markup`<h1>${reasonPhrase(status)}</h1><p>${help}</p>${
      status >= 500 && id && markup`<p>If you write to us, name <code>${id}</code>.</p>`
    }<p><a href="/">To the teams</a></p>`
    return html(frame(reasonPhrase(status), main), { status })
  },
})
