import type { ServerRequest } from '../request/server-request.ts'
import { HttpError } from '../response/http-error.ts'
import { LightResponse } from '../response/light-response.ts'
import { NodeSource } from './node-source.ts'
import type { UpgradedConnection } from './server.ts'
import { heads, uses } from './upgrades.ts'

/**
 * Makes the response 101 to a request that asks for a WebSocket. `use` gets the connection when the response is about
 * to be sent, after all middleware has seen the response. `use` then writes the head of the response, with the headers
 * that it is given.
 *
 * The request ends with the connection: `onEnd` reports that end, and `stopping` is aborted when the server stops.
 * Throws an `HttpError` of 426 for a request that does not ask for a WebSocket, and for a request from a server that
 * `createServer` did not make.
 */
export function switchProtocols(request: ServerRequest, use: (connection: UpgradedConnection) => void): Response {
  const { source } = request
  if (!(source instanceof NodeSource) || !heads.has(source.outgoing)) {
    throw new HttpError(426, 'This route speaks WebSocket alone, over a server of createServer()')
  }
  const response = LightResponse.switching()
  uses.set(response, use)
  return response
}
