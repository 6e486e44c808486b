// Stands in for watching.ts on a runtime that has no tracing channels, and no `NODE_ENV` that could be `development`:
// nothing is traced or checked.
import type { RequestHandler } from '@app/http'
import type { Middleware } from '../middleware/middleware.ts'

export function watchedMiddleware(middleware: Middleware): Middleware {
  return middleware
}

export function tracedRoute(handler: RequestHandler): RequestHandler {
  return handler
}

export function isRequestHeard(): false {
  return false
}

export function isMiddlewareHeard(): false {
  return false
}

/** Never called, since no request is heard. */
export function tracedRequest(): never {
  throw new Error('There are no tracing channels here.')
}

export { tracedRequest as tracedMiddleware }
