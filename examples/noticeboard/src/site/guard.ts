import { type Middleware, ROUTE_RESULT, redirect, refuse, routeMetadata } from '@app/core'
import { ACCOUNT } from '../accounts/identity.ts'

/** Marks a route that anybody may ask; all others are for those who have logged in. */
export const Public = routeMetadata<true>('noticeboard/public')

/** Sends whoever has not logged in to do so. */
export const guard: Middleware = (request, handler) => {
  const route = request.attribute(ROUTE_RESULT)?.route
  if (route === undefined || route.metadata(Public) || request.attribute(ACCOUNT)) return handler(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(request, 401)
  return redirect(`/log-in?next=${encodeURIComponent(request.path)}`, 303)
}
