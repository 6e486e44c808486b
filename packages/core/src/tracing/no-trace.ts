// What trace.ts exports, for a runtime without tracing channels: nobody can subscribe, so nothing is published.
import type { RequestHandler } from '../messages/request-handler.ts'

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
