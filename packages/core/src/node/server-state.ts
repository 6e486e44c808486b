import type { Socket } from 'node:net'
import type { RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'
import type { Runner } from '../pipeline/runner.ts'
import type { ServerOptions } from './server.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** The state of a server, as exchanges need it. */
export interface ServerState {
  readonly bodyLimit: number
  /** In milliseconds; 0 is no limit. */
  readonly handlerTimeout: number
  /** Called for errors outside of middleware: the listener of the server, else the one of the application. */
  readonly onError: ErrorListener | undefined
  /** Answers an ambiguous request. */
  readonly refuse: RequestHandler
  /** Absent if no proxy is trusted. */
  readonly proxies: TrustedProxies | undefined
  /** Whether middleware of another framework stands around, which may read the headers of node's response. */
  readonly isSurrounded: boolean
  /** Aborted when the server begins to stop; absent if another framework owns the server. */
  readonly stopping: AbortSignal | undefined
  /** Whether the server is closing, so that each answer also closes its connection. */
  isClosing: boolean
}

const DEFAULTS = {
  bodyLimit: 1_048_576,
  handlerTimeout: 0,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  writeTimeout: 30_000,
  keepAliveTimeout: 65_000,
} as const

type Limits = { readonly [K in keyof typeof DEFAULTS]: number }

/**
 * The limits of a server, with defaults. Throws a `TypeError` if one is not a whole number; it is never taken for no
 * limit.
 */
export function limitsOf(options: ServerOptions): Limits {
  const limits = { ...DEFAULTS } as { -readonly [K in keyof Limits]: number }
  for (const name of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = options[name]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new TypeError(`The server option ${name} is a whole number of at least 0, got ${JSON.stringify(value)}`)
    }
    limits[name] = value
  }
  return limits
}

/** Makes the state of a server. Throws a `TypeError` for invalid options. */
export function stateOf(runner: Runner, options: ServerOptions, stopping?: AbortSignal): ServerState {
  const { bodyLimit, handlerTimeout } = limitsOf(options)
  const { trustProxy } = options
  return {
    bodyLimit,
    handlerTimeout,
    onError: options.onError ?? runner.onError,
    refuse: runner.refuseTarget,
    proxies: trustProxy === undefined ? undefined : new TrustedProxies(trustProxy),
    isSurrounded: false,
    stopping,
    isClosing: false,
  }
}

const REQUEST: unique symbol = Symbol('request')

/** A connection with the request that waits for an answer, or with several if the client pipelines requests. */
interface Connection extends Socket {
  [REQUEST]?: ServerRequest | Set<ServerRequest> | undefined
}

/**
 * Notes that a request waits for an answer. A property is the cheapest way, and every asynchronous answer pays for it.
 */
export function enter(socket: Connection, request: ServerRequest): void {
  const others = socket[REQUEST]
  if (others === undefined) socket[REQUEST] = request
  else if (others instanceof Set) others.add(request)
  else socket[REQUEST] = new Set([others, request])
}

/** Removes a request that was answered. */
export function leave(socket: Connection, request: ServerRequest): void {
  const waiting = socket[REQUEST]
  if (waiting === request) socket[REQUEST] = undefined
  else if (waiting instanceof Set) waiting.delete(request)
}

/** All waiting requests of some connections. */
export function requestsOf(sockets: Iterable<Connection>): ServerRequest[] {
  return [...sockets].flatMap((socket) => {
    const waiting = socket[REQUEST]
    return waiting instanceof Set ? [...waiting] : (waiting ?? [])
  })
}

/** What some connections wait for, as lines for a log. */
export function describeWaiting(sockets: Iterable<Connection>): string[] {
  return [...sockets].flatMap((socket) => {
    const waiting = requestsOf([socket])
    if (waiting.length > 0) return waiting.map(describeRequest)
    return socket.writableLength > 0 ? ['an answer that its client does not take'] : []
  })
}

/** Names a request in a log. Prefers the path of the matched route, since a request path may contain private data. */
export function describeRequest({ method, source }: ServerRequest): string {
  return `${method} ${source.matchedRoute?.path ?? source.fullPath}`
}
