import type { TracingChannel } from 'node:diagnostics_channel'
import { tracingChannel } from '#platform/primitives'
import type { MiddlewareMessage, RequestMessage, RouteMessage } from './trace-message.ts'

/** A channel for messages of one kind; `undefined` on a platform that has none. */
export type Channel<M extends object> = TracingChannel<unknown, M>

export const REQUEST_CHANNEL: Channel<RequestMessage> | undefined = tracingChannel('@app/core:request')
export const MIDDLEWARE_CHANNEL: Channel<MiddlewareMessage> | undefined = tracingChannel('@app/core:middleware')
export const ROUTE_CHANNEL: Channel<RouteMessage> | undefined = tracingChannel('@app/core:route')

/**
 * Which of the channels somebody listens on now, a bit for each.
 *
 * What is compiled depends on it, and an entry asks once a request whether it still holds: so nothing inside of a
 * request asks, and nothing is paid there while nobody listens.
 */
export function channelsHeard(): number {
  return bit(REQUEST_CHANNEL, 1) | bit(MIDDLEWARE_CHANNEL, 2) | bit(ROUTE_CHANNEL, 4)
}

function bit(channel: { readonly hasSubscribers: boolean } | undefined, value: number): number {
  return channel?.hasSubscribers === true ? value : 0
}
