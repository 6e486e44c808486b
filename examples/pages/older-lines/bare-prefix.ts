import { type Application, type Middleware, ROUTE_RESULT } from '@app/core'
import { notFound } from '@app/router'

/** An application that, piped at `/blog`, answers `/blog/` by its route `/`, but not `/blog`, as older releases do. */
export function withoutBarePrefix(application: Application): Middleware {
  return (request, handler) => {
    const isBare = request.path === '/' && !new URL(request.url).pathname.endsWith('/')
    return isBare ? handler(request.withAttribute(ROUTE_RESULT, notFound)) : application.process(request, handler)
  }
}
