// What guard-invariant.ts and repeated-call.ts export, for a runtime without an environment that could say `development`.
import type { ServerRequest } from '../messages/server-request.ts'
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
