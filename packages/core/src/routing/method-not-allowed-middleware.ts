import { HttpError } from '@app/http'
import { ROUTE_RESULT } from '../matching/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { refuse } from '../middleware/refuse.ts'
import { stepPart } from './step-part.ts'

/**
 * Answers 405 with `Allow` if routes have the path, but none has the method.
 *
 * The last part of the dispatch step. Error middleware behind it gets the error (contract 7.2); without any, the
 * nearest `ErrorHandler` in front makes the answer. Source: RFC 9110 section 15.5.6.
 */
export const methodNotAllowedMiddleware: MiddlewareInterface = stepPart(
  'methodNotAllowedMiddleware',
  'part',
  ({ handle, fail }) =>
    (request) => {
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
      const headers = { allow: result.allowedMethods.join(', ') }
      return fail ? fail(new HttpError(405, undefined, { headers }), request) : refuse(request, 405, { headers })
    },
)
