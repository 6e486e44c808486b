// What watching.ts exports, for a runtime without tracing channels and without an environment that could say `development`.
import type { RequestHandler, ServerRequest } from '@app/http'
import type { Middleware } from './middleware.ts'
import type { Continuation, PreparedMiddleware } from './prepared-middleware.ts'

export function watchedPrefix(
  _entry: PreparedMiddleware,
  prefix: string,
  covers: (prefix: string, path: string) => boolean,
): (request: ServerRequest) => boolean {
  return ({ path }) => covers(prefix, path)
}

export function watchedDispatch(dispatch: Continuation): Continuation {
  return dispatch
}

export function watchedMiddleware(middleware: Middleware): Middleware {
  return middleware
}

export function channelsHeard(): number {
  return 0
}

export function tracedEntry(): undefined {}

export function tracedMiddleware(handler: RequestHandler): RequestHandler {
  return handler
}

export function tracedRoute(handler: RequestHandler): RequestHandler {
  return handler
}
