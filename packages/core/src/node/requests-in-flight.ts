import type { Socket } from 'node:net'
import type { ServerRequest } from '../messages/server-request.ts'

const REQUEST: unique symbol = Symbol('request')

/** A connection that knows which request it waits for, or which ones, where its client does not wait for answers. */
interface Connection extends Socket {
  [REQUEST]?: ServerRequest | Set<ServerRequest> | undefined
}

/** Notes the request that a connection waits for: a property, since every request that is not answered at once pays. */
export function enter(socket: Connection, request: ServerRequest): void {
  const others = socket[REQUEST]
  if (others === undefined) socket[REQUEST] = request
  else if (others instanceof Set) others.add(request)
  else socket[REQUEST] = new Set([others, request])
}

/** Forgets a request that was answered. */
export function leave(socket: Connection, request: ServerRequest): void {
  const waiting = socket[REQUEST]
  if (waiting === request) socket[REQUEST] = undefined
  else if (waiting instanceof Set) waiting.delete(request)
}

/** The requests that some connections wait for. */
export function requestsOf(sockets: Iterable<Connection>): ServerRequest[] {
  return [...sockets].flatMap((socket) => {
    const waiting = socket[REQUEST]
    return waiting instanceof Set ? [...waiting] : (waiting ?? [])
  })
}

/** What some connections wait for, each as a line for a log. */
export function describeWaiting(sockets: Iterable<Connection>): string[] {
  return [...sockets].flatMap((socket) => {
    const waiting = requestsOf([socket])
    if (waiting.length > 0) return waiting.map(describeRequest)
    return socket.writableLength > 0 ? ['an answer that its client does not take'] : []
  })
}

/** How a log names a request: by its route's path where one matched, since a path may hold what is nobody's business. */
export function describeRequest({ method, source }: ServerRequest): string {
  return `${method} ${source.matchedRoute?.path ?? source.fullPath}`
}
