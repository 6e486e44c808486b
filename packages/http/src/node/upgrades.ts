import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { NodeSource } from './node-source.ts'
import type { UpgradedConnection } from './server.ts'

/** Takes over the connection of an upgraded request. */
export type Use = (connection: UpgradedConnection) => void

/**
 * Hands the connection over to the function that was passed to `switchProtocols`, if the response is the 101 that
 * `switchProtocols` has made; else returns `undefined`. The promise settles when the connection is closed.
 */
export function handOver(response: Response, { outgoing, connection }: NodeSource): Promise<void> | undefined {
  const use = uses.get(response)
  const head = heads.get(outgoing)
  if (use === undefined || head === undefined) return undefined
  return new Promise((resolve) => {
    outgoing.once('close', resolve)
    outgoing.statusCode = 101
    use({ incoming: outgoing.req, socket: connection, head, headers: response.headers })
  })
}

/**
 * Makes a server of node; with a certificate, one that speaks TLS. It turns each handshake of a WebSocket into a
 * request: routes answer it like any other, or take its connection. A request to upgrade to another protocol is
 * answered like an ordinary request. If the program itself listens to `upgrade`, it gets all upgrades, also the
 * handshakes of WebSockets.
 *
 * On runtimes that imitate `node:http`, the server ignores all upgrades.
 */
export function createHttpServer(options: ServerOptions): Server {
  const { IncomingMessage } = process.getBuiltinModule('node:http')
  const module = options.cert === undefined ? 'node:http' : 'node:https'
  // The servers of `node:http` and `node:https` have the same interface, so one type is enough.
  const { createServer } = process.getBuiltinModule(module) as typeof import('node:https')
  let http: Server = createServer(options)
  if (!(http instanceof process.getBuiltinModule('node:net').Server)) return http
  if ('shouldUpgradeCallback' in http) {
    http.shouldUpgradeCallback = (incoming: IncomingMessage) => isTaken(http, incoming)
  } else {
    // Before 24.9, node upgrades every request with an `Upgrade` header as soon as there is a listener for `upgrade`:
    // it sets and reads the property `upgrade` of the message. To prevent that, this class answers `false` for requests
    // that nobody takes, and node then handles these like any other request.
    class Message extends IncomingMessage {
      _asks?: boolean
      get upgrade(): boolean {
        return this._asks === true && isTaken(http, this)
      }
      set upgrade(asks: boolean) {
        this._asks = asks
      }
    }
    http = createServer({ ...options, IncomingMessage: Message })
  }
  http.on('upgrade', (incoming, socket: Socket, head) => {
    if (http.listenerCount('upgrade') > 1) return
    socket.on('error', () => socket.destroy())
    const outgoing = new (process.getBuiltinModule('node:http').ServerResponse)(incoming)
    try {
      outgoing.assignSocket(socket)
    } catch {
      // The connection still sends a response to an earlier request. A client has to wait for that response before it
      // asks for an upgrade, so the connection is closed.
      socket.destroy()
      return
    }
    heads.set(outgoing, head)
    outgoing.once('finish', () => socket.destroySoon())
    http.emit('request', incoming, outgoing)
  })
  return http
}

/** The bytes that the client has sent directly after the head of a handshake, by the response to that handshake. */
export const heads: WeakMap<ServerResponse, Uint8Array> = new WeakMap()

/** The functions that take over connections, by the response 101 to which they belong. */
export const uses: WeakMap<Response, Use> = new WeakMap()

function isTaken(http: Server, { method, headers }: IncomingMessage): boolean {
  if (method === 'CONNECT' || http.listenerCount('upgrade') > 1) return true
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}
