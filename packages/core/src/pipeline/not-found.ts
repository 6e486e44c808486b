import type { RequestHandler } from '@app/http'
import { refuse } from '../middleware/refuse.ts'
import { DRAFT } from '../middleware/response-draft.ts'

/** Answers at the end of an entry: 404, or the draft that double-pass middleware has written to. */
export const notFoundHandler: RequestHandler = (request) => {
  const draft = request.attribute(DRAFT)
  return draft?.isAnswer ? draft.toResponse() : refuse(request, 404)
}
