import { refuse } from '../messages/refuse.ts'
import type { RequestHandler } from '../messages/request-handler.ts'
import { DRAFT } from '../messages/response-draft.ts'

/** Answers at the end of an entry: 404, or the draft that double-pass middleware has written to. */
export const notFoundHandler: RequestHandler = (request) => {
  const draft = request.attribute(DRAFT)
  return draft?.isAnswer ? draft.toResponse() : refuse(request, 404)
}
