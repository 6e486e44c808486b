import { refuse } from '../messages/refuse.ts'
import type { RequestHandler } from '../messages/request-handler.ts'
import { DRAFT } from '../messages/response-draft.ts'

/** What an entry answers where no middleware does: 404, or what double-pass middleware left in its draft. */
export const notFoundHandler: RequestHandler = (request) => {
  const draft = request.attribute(DRAFT)
  return draft?.isAnswer ? draft.toResponse() : refuse(request, 404)
}
