import { type RequestHandler, text } from '@app/core'
import { prefersJson } from '@app/core/errors'
import { problem } from './problem.ts'

/**
 * Answers 404 as a problem, or as text if the client prefers text. Pipe it at the end:
 * `app.pipe(problemNotFoundHandler)`.
 */
export const problemNotFoundHandler: RequestHandler = (request) =>
  prefersJson(request.headers.get('accept')) ? problem({ status: 404 }) : text('Not Found', { status: 404 })
