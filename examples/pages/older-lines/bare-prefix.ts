import { type Application, type Middleware, ROUTE_RESULT } from '@app/core'
import { notFound } from '@app/router'

/** An application whose route `/` answers `/blog/` and not `/blog`, where it is piped at `/blog`, as all lines do. */
export function withoutBarePrefix(application: Application): Middleware {
  return (request, handler) => {
    const isBare = request.path === '/' && !new URL(request.url).pathname.endsWith('/')
    return isBare ? handler(request.withAttribute(ROUTE_RESULT, notFound)) : application.process(request, handler)
  }
}
