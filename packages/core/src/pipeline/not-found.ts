import { text } from '../messages/response-helpers.ts'
import type { RequestHandler } from '../middleware/middleware.ts'

/** What an entry answers where no middleware does: 404. */
export const notFoundHandler: RequestHandler = () => text('Not Found', { status: 404 })
