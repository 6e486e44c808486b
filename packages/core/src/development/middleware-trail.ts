import type { RequestSource } from '../messages/request-source.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { MIDDLEWARE_CHANNEL, type MiddlewareMessage, ROUTE_CHANNEL, type RouteMessage } from '../tracing/channels.ts'

type Message = MiddlewareMessage | RouteMessage

/** The middleware and routes that a request has passed, and those of them that threw. */
export interface Trail {
  /** In the order in which the request has reached them. */
  readonly steps: Message[]
  /** For one error, the innermost step comes first. */
  readonly failures: { readonly step: Message; readonly error: unknown }[]
}

/** Records the trails of all requests from now on, by the tracing channels. A second call changes nothing. */
export function followRequests(): void {
  if (isFollowing) return
  isFollowing = true
  for (const channel of [MIDDLEWARE_CHANNEL, ROUTE_CHANNEL]) {
    channel?.start.subscribe((message) => trailOf((message as Message).request).steps.push(message as Message))
    channel?.error.subscribe((message) => {
      const step = message as Message
      trailOf(step.request).failures.push({ step, error: step.error })
    })
  }
}

/** The trail of a request; empty if it was not recorded. */
export function trailOf({ source }: ServerRequest): Trail {
  const known = trails.get(source)
  if (known) return known
  const trail: Trail = { steps: [], failures: [] }
  trails.set(source, trail)
  return trail
}

const trails = new WeakMap<RequestSource, Trail>()
let isFollowing = false
