import { IDENTITY, refuseNobody } from '@app/authentication'
import { type Middleware, ROUTE_RESULT, routeMetadata } from '@app/core'

/** Marks a route that anybody may ask; all others are for those who have logged in. */
export const Public = routeMetadata<true>('noticeboard/public')

/** Sends whoever has not logged in to do so. */
export const guard: Middleware = (request, handler) => {
  const route = request.attribute(ROUTE_RESULT)?.route
  const isOpen = route === undefined || route.metadata(Public) || request.attribute(IDENTITY)
  return isOpen ? handler(request) : refuseNobody(request)
}
