import type { RequestHandler } from '@app/core'
import { negotiated } from './negotiated.ts'

/**
 * Answers 404 as a problem, or as text if the client prefers text. Pipe it at the end:
 * `app.pipe(problemNotFoundHandler)`.
 */
export const problemNotFoundHandler: RequestHandler = (request) => negotiated(request, { status: 404 })
