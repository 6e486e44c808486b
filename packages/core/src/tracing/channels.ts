import type { ServerRequest } from '@app/http'
import { type Channel, tracingChannel } from '#platform/primitives'

/**
 * The common part of all messages on tracing channels. All events of one operation share one message, whose properties
 * are set while the operation runs.
 */
export interface TraceMessage {
  readonly request: ServerRequest
  readonly method: string
  /** The whole canonical path, with all prefixes and without the query. */
  readonly path: string
  /** The path of the matched route, `/users/{id}`; `undefined` before routing. */
  route: string | undefined
  routeName: string | undefined
  /** The status of the response; `undefined` before the response and after an error. */
  status: number | undefined
  /** The duration in milliseconds; `undefined` until the operation is over. */
  duration: number | undefined
  /**
   * The error that the operation has thrown. In a `RequestMessage`, it is the error that the outermost application or
   * pipeline has answered since no middleware did.
   */
  error?: unknown
}

/**
 * The message on the channel `@app/core:request`, about a request that the outermost application or pipeline answers.
 * The operation ends with the response, before the response is sent.
 */
export interface RequestMessage extends TraceMessage {}

/**
 * The message on the channel `@app/core:middleware`, about middleware at a position of a pipeline or route. The
 * operation ends when the middleware has answered, so it includes everything after that position.
 */
export interface MiddlewareMessage extends TraceMessage {
  /** The name of the function, or of the object's class; `undefined` for an anonymous function. */
  readonly name: string | undefined
  /** The place where the middleware was registered, as errors name it: `pipe 2 at "/admin": authenticate`. */
  readonly place: string
}

/** The message on the channel `@app/core:route`, about the run of a matched route. */
export interface RouteMessage extends TraceMessage {
  readonly route: string
  readonly routeName: string
}

export const REQUEST_CHANNEL: Channel<RequestMessage> | undefined = /* @__PURE__ */ tracingChannel('@app/core:request')
export const MIDDLEWARE_CHANNEL: Channel<MiddlewareMessage> | undefined =
  /* @__PURE__ */ tracingChannel('@app/core:middleware')
export const ROUTE_CHANNEL: Channel<RouteMessage> | undefined = /* @__PURE__ */ tracingChannel('@app/core:route')
