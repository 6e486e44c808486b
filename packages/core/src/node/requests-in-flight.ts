import type { Socket } from 'node:net'
import type { ServerRequest } from '../messages/server-request.ts'

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
