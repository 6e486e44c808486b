import type { Socket } from 'node:net'
import type { ServerRequest } from '../messages/server-request.ts'

const REQUEST: unique symbol = Symbol('request')

/** A connection that knows which request it waits for. */
interface Connection extends Socket {
  [REQUEST]?: ServerRequest | undefined
}

/** Notes the request that a connection waits for: a property, since every request that is not answered at once pays. */
export function enter(socket: Connection, request: ServerRequest): void {
  socket[REQUEST] = request
}

/** Forgets a request that was answered, unless another came behind it meanwhile. */
export function leave(socket: Connection, request: ServerRequest): void {
  if (socket[REQUEST] === request) socket[REQUEST] = undefined
}

/** What some connections wait for, each as a line for a log. */
export function requestsOf(sockets: Iterable<Connection>): string[] {
  return [...sockets].flatMap((socket) => {
    if (socket[REQUEST]) return [describeRequest(socket[REQUEST])]
    return socket.writableLength > 0 ? ['an answer that its client does not take'] : []
  })
}

/** How a log names a request: by its route's path where one matched, since a path may hold what is nobody's business. */
export function describeRequest({ method, source }: ServerRequest): string {
  return `${method} ${source.matchedRoute?.path ?? source.fullPath}`
}
