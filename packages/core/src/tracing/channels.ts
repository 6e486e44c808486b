import { tracingChannel } from '#platform/primitives'
import type { ServerRequest } from '../messages/server-request.ts'

/** What every message on a tracing channel says; one object goes through all events of an operation, and fills up. */
export interface TraceMessage {
  readonly request: ServerRequest
  readonly method: string
  /** The whole canonical path, without the query. */
  readonly path: string
  /** The path of the route that matched, `/users/{id}`, as soon as it is known. */
  route: string | undefined
  routeName: string | undefined
  /** Of the answer; absent for what has none yet, or threw. */
  status: number | undefined
  /** How long it took, in milliseconds; absent until it is over. */
  duration: number | undefined
  /** What was thrown; of a request, what its boundary answered. */
  error?: unknown
}

/** A request at an entry, on `@app/core:request`: over when it is answered, before the answer is sent. */
export interface RequestMessage extends TraceMessage {}

/** A position of a pipeline or of a route, on `@app/core:middleware`: over when it answered, and all behind it did. */
export interface MiddlewareMessage extends TraceMessage {
  /** Of a function, or of the class of an object; an anonymous function has none. */
  readonly name: string | undefined
  /** Where it was registered, as errors say it: `pipe 2 at "/admin": authenticate`. */
  readonly place: string
}

/** What a matched route runs, on `@app/core:route`. */
export interface RouteMessage extends TraceMessage {
  readonly route: string
  readonly routeName: string
}

interface Event<M> {
  subscribe(listener: (message: unknown) => void): void
  publish(message: M): void
  runStores<R>(message: M, run: () => R): R
}

/** What is used of node's `TracingChannel`, whose own type would ask for `@types/node` wherever messages are read. */
export interface Channel<M extends object> {
  readonly hasSubscribers: boolean
  readonly start: Event<M>
  readonly end: Event<M>
  readonly asyncStart: Event<M>
  readonly asyncEnd: Event<M>
  readonly error: Event<M>
}

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
