import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorListener } from '../life/report.ts'
import type { Servable } from '../life/servable.ts'
import { USUAL_BODY_LIMIT } from '../request/body-limit.ts'
import type { RequestHandler } from '../request/request-handler.ts'
import type { Destination } from '../request/request-source.ts'
import type { ServerOptions } from './server.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** The settings and the state of a server, which each exchange (a request and its response) reads. */
export interface ServerState {
  readonly bodyLimit: number
  /** The seconds that a handler may take; 0 means no limit. */
  readonly handlerTimeout: number
  /** Called for errors outside of middleware: the listener of the server, else the listener of the application. */
  readonly onError: ErrorListener | undefined
  /** Answers 400 to a request whose target has no canonical path, or whose headers are ambiguous. */
  readonly refuse: RequestHandler
  readonly servable: Servable
  /** The trusted proxies; `undefined` if no proxy is trusted. */
  readonly proxies: TrustedProxies | undefined
  /** True if other code, such as another framework, calls the handler, and may read the headers of node's response. */
  readonly isSurrounded: boolean
  /** True if the server is closing, so that each response also closes its connection. */
  isClosing: boolean
  /**
   * True if this state belongs to a server that can stop. Only such a server needs the list of exchanges that wait for
   * a response.
   */
  readonly isStoppable: boolean
  /** The first of the exchanges that wait for a response. */
  waiting: Exchange | undefined
}

/** A request and its response, as their server keeps them in its list of unanswered requests. */
export interface Exchange {
  readonly method: string
  readonly fullPath: string
  readonly destination: Destination | undefined
  readonly outgoing: ServerResponse
  /** The connection, or the stream of HTTP/2. */
  readonly connection: Socket
  readonly server: ServerState
  /** Called when the response was sent, or when sending it has failed. */
  readonly done: (() => void) | undefined
  /** True if nothing more is sent: the response is complete, or the client has left. */
  readonly isOver: boolean
  /**
   * True if the response is still awaited. If so, `before` and `behind` are the neighbours of the exchange in the
   * server's list.
   */
  isWaiting: boolean
  before: Exchange | undefined
  behind: Exchange | undefined
  /** Aborts the signal of the request. */
  abort(reason: DOMException): void
  /** Aborts the request's signal `stopping`. */
  stop(): void
}

type Limit = 'bodyLimit' | 'handlerTimeout' | 'headersTimeout' | 'requestTimeout' | 'writeTimeout' | 'keepAliveTimeout'
type Limits = Readonly<Record<Limit & keyof ServerOptions, number>>

const DEFAULTS: Limits = {
  bodyLimit: USUAL_BODY_LIMIT,
  handlerTimeout: 0,
  headersTimeout: 10,
  requestTimeout: 30,
  writeTimeout: 30,
  keepAliveTimeout: 65,
}

/** Returns the limits of a server, with defaults for those that its options leave out. */
export function limitsOf(options: ServerOptions): Limits {
  const given = Object.entries(options).filter(([name, value]) => name in DEFAULTS && value !== undefined)
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

/** Converts seconds to whole milliseconds, as node takes times. Rounds up, since 0 would be no limit. */
export function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000)
}

/** Makes the state of a server. Throws a `TypeError` for an invalid `trustProxy`. */
export function stateOf(servable: Servable, options: ServerOptions, isStoppable: boolean): ServerState {
  const { bodyLimit, handlerTimeout } = limitsOf(options)
  const { trustProxy } = options
  return {
    bodyLimit,
    handlerTimeout,
    onError: options.onError ?? servable.onError,
    refuse: servable.refuse,
    servable,
    proxies: trustProxy === undefined ? undefined : new TrustedProxies(trustProxy),
    isSurrounded: false,
    isClosing: false,
    isStoppable,
    waiting: undefined,
  }
}

/**
 * Adds an exchange to the list of exchanges that wait for their response. This allocates nothing, since the exchanges
 * themselves form a linked list.
 */
export function enter(source: Exchange): void {
  const { server } = source
  if (source.isWaiting || !server.isStoppable) return
  source.isWaiting = true
  source.behind = server.waiting
  if (server.waiting) server.waiting.before = source
  server.waiting = source
  if (server.isClosing) source.stop()
}

/**
 * Removes the exchanges whose clients have left from the list of exchanges that wait for their response. Their handlers
 * may never answer, and the list would keep their requests as long as the server runs.
 */
export function forgetLeft(server: ServerState): void {
  for (const source of waitingOf(server)) if (source.isOver) forget(source)
}

/** Removes an exchange from the list of exchanges that wait for their response. */
export function forget(source: Exchange): void {
  const { server, before, behind } = source
  source.isWaiting = false
  if (before) before.behind = behind
  else server.waiting = behind
  if (behind) behind.before = before
  source.before = undefined
  source.behind = undefined
}

/** Returns the requests of a server that still wait for a response. */
export function waitingOf({ waiting }: ServerState): Exchange[] {
  const list: Exchange[] = []
  for (let source = waiting; source !== undefined; source = source.behind) list.push(source)
  return list
}

/** Returns the reasons why connections of a server are still open, as lines for a log. */
export function describeWaiting(server: ServerState, sockets: Iterable<Socket>): string[] {
  const waiting = waitingOf(server)
  const busy = new Set(waiting.map(({ connection }) => connection))
  const stalled = [...sockets].filter((socket) => !busy.has(socket) && socket.writableLength > 0)
  return [...waiting.map(describeRequest), ...stalled.map(() => 'an answer that its client does not take')]
}

/**
 * Names a request in a log: by its destination if that is known, since the path of a request may contain private data.
 */
export function describeRequest({ method, destination, fullPath }: Exchange): string {
  return `${method} ${destination?.path ?? fullPath}`
}
