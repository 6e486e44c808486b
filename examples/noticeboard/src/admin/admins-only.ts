import { IDENTITY, refuseNobody } from '@app/authentication'
import { type Middleware, notFoundHandler } from '@app/core'

/** Lets admins in; nobody else learns what there is. */
export const adminsOnly: Middleware = (request, handler) => {
  const identity = request.attribute(IDENTITY)
  if (identity === undefined) return refuseNobody(request)
  return identity.roles?.includes('admin') ? handler(request) : notFoundHandler(request)
}
