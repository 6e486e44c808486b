import { type Middleware, ROUTE_RESULT } from '@app/core'

/** Middleware between routing and dispatch, which can read the matched route before its handler has answered. */
export const auditTrail: Middleware = async (request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  const response = await handler(request)
  response.headers.set('x-audited', result?.matched ? result.route.name : 'no route')
  return response
}
