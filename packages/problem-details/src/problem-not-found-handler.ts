import { type RequestHandler, text } from '@app/core'
import { prefersJson } from '@app/core/errors'
import { problem } from './problem.ts'

/** Answers 404 as a problem, or as text where the client prefers that: `app.pipe(problemNotFoundHandler)` at the end. */
export const problemNotFoundHandler: RequestHandler = (request) =>
  prefersJson(request.headers.get('accept')) ? problem({ status: 404 }) : text('Not Found', { status: 404 })
