// Stands in for watching.ts on a runtime that has no tracing channels, and no `NODE_ENV` that could be `development`:
// nothing is traced or checked. Where a function of watching.ts wraps its argument, the function of the same name here
// gives the argument back unchanged.
import type { RequestHandler } from '@app/http'
import type { Continuation, LimitedMiddleware, Surroundings } from '../tree/prepared-middleware.ts'
import type { Middleware } from './middleware.ts'

export function watchedPrefix(covers: LimitedMiddleware['covers']): LimitedMiddleware['covers'] {
  return covers
}

export function watchedPositions(): readonly Surroundings[] {
  return []
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
