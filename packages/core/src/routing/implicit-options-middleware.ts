import { empty } from '@app/http'
import { ROUTE_RESULT } from '../matching/route-result.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { stepPart } from './step-part.ts'

/**
 * Answers OPTIONS with 200 and `Allow` if routes have the path, but none has OPTIONS (contract 4.1).
 *
 * A part of the dispatch step. Source: RFC 9110 section 9.3.7.
 */
export const implicitOptionsMiddleware: MiddlewareInterface = stepPart(
  'implicitOptionsMiddleware',
  'part',
  ({ handle }) =>
    (request) => {
      if (request.method !== 'OPTIONS') return handle(request)
      const result = request.attribute(ROUTE_RESULT)
      if (result === undefined || result.matched || result.allowedMethods.length === 0) return handle(request)
      return empty({ status: 200, headers: { allow: result.allowedMethods.join(', ') } })
    },
)
