import { type Middleware, ROUTE_RESULT } from '@app/core'

/** Stands between routing and dispatch: it knows the route before the route has answered. */
export const auditTrail: Middleware = async (request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  const response = await handler(request)
  response.headers.set('x-audited', result?.matched ? result.route.name : 'no route')
  return response
}
