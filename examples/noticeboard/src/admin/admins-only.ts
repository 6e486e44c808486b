import { type Middleware, notFoundHandler, redirect } from '@app/core'
import { ACCOUNT } from '../accounts/identity.ts'

/** Lets admins in; nobody else learns what there is. */
export const adminsOnly: Middleware = (request, handler) => {
  const account = request.attribute(ACCOUNT)
  if (account?.role === 'admin') return handler(request)
  return account ? notFoundHandler(request) : redirect('/log-in?next=/admin', 303)
}
