import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { RequestHandler, RequestHandlerInterface } from '../middleware/middleware.ts'
import { reportError } from '../platform/node-primitives.ts'
import { entryOf, listenerOf } from './entry-of.ts'
import { ListenError } from './listen-error.ts'
import { nodeListener, type Surrounding } from './node-listener.ts'
import { requestsOf } from './requests-in-flight.ts'
import type { ListenOptions, Server, ServerOptions } from './server.ts'
import { checkServerOptions } from './server-options.ts'

/** Makes a server from a pipeline, an application or a handler (contract 4.4); it does not listen yet. */
export function createServer(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions = {}): Server {
  return new NodeServer(handler, options)
}

/** A server on node:http, with its limits on. */
export class NodeServer implements Server {
  readonly #http: HttpServer
  readonly #surrounding: Surrounding
  readonly #sockets = new Set<Socket>()

  constructor(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions) {
    const { bodyLimit, handlerTimeout, headersTimeout, requestTimeout, keepAliveTimeout } = checkServerOptions(options)
    this.#surrounding = { bodyLimit, handlerTimeout, onError: listenerOf(handler, options.onError), isClosing: false }
    const http = createHttpServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: 250,
      // Known from node 24.12 on: a request without a body costs less.
      ...({ optimizeEmptyRequests: true } as object),
    })
    http.on('request', nodeListener(entryOf(handler, options.onError), this.#surrounding))
    // Without a listener node would invite every body; ours is invited when somebody reads it.
    http.on('checkContinue', (incoming, outgoing) => http.emit('request', incoming, outgoing))
    http.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#http = http
  }

  get address(): { readonly host: string; readonly port: number } | undefined {
    const address = this.#http.address() as AddressInfo | null
    return address ? { host: address.address, port: address.port } : undefined
  }

  listen({ port = 8080, host = '0.0.0.0' }: ListenOptions = {}): Promise<this> {
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException) => reject(new ListenError(host, port, error))
      this.#http.once('error', fail)
      this.#http.listen({ port, host }, () => {
        this.#http.off('error', fail)
        // A connection that cannot be taken, such as for want of file descriptors, ends no server.
        this.#http.on('error', reportError)
        resolve(this)
      })
    })
  }

  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<boolean> {
    return (await this.drain(graceMs)) === undefined
  }

  /** Closes, and names the requests that were cut; `undefined` where none was. */
  drain(graceMs: number): Promise<readonly string[] | undefined> {
    this.#surrounding.isClosing = true
    return new Promise((resolve) => {
      let stuck: readonly string[] | undefined
      const sweep = setInterval(() => this.#http.closeIdleConnections(), SWEEP_MS)
      const cut = setTimeout(() => {
        stuck = requestsOf(this.#sockets)
        this.#http.closeAllConnections()
      }, graceMs)
      // Node's own would close at once what is idle now, under clients that are about to ask again.
      NetServer.prototype.close.call(this.#http, () => {
        clearTimeout(cut)
        clearInterval(sweep)
        this.#http.close()
        resolve(stuck)
      })
    })
  }
}

/** How long a connection may be idle after the order to stop: a client that asks again meanwhile is told with the answer. */
const SWEEP_MS = 75
