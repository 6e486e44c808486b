import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import { reportError } from '../platform/node-primitives.ts'
import { entryOf, listenerOf } from './entry-of.ts'
import { ListenError } from './listen-error.ts'
import { nodeListener } from './node-listener.ts'
import { requestsOf } from './requests-in-flight.ts'
import type { ListenOptions, Server, ServerOptions } from './server.ts'
import { checkServerOptions } from './server-options.ts'
import { StalledWrites } from './stalled-writes.ts'
import type { Surrounding } from './surrounding.ts'

/** Makes a server from a pipeline, an application or a handler (contract 4.4); it does not listen yet. */
export function createServer(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions = {}): Server {
  return new NodeServer(handler, options)
}

/** A server on node:http, with its limits on. */
export class NodeServer implements Server {
  readonly #http: HttpServer
  readonly #surrounding: Surrounding
  readonly #sockets = new Set<Socket>()
  readonly #stalled: StalledWrites
  #checking: ReturnType<typeof setInterval> | undefined

  constructor(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions) {
    const limits = checkServerOptions(options)
    const { bodyLimit, handlerTimeout, headersTimeout, requestTimeout, keepAliveTimeout, writeTimeout, proxies } =
      limits
    const onError = listenerOf(handler, options.onError)
    this.#surrounding = { bodyLimit, handlerTimeout, onError, proxies, isClosing: false }
    // Loaded here, since it takes longer than all of this package and many programs import us without a server.
    const http = process.getBuiltinModule('node:http').createServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: CHECK_MS,
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
    this.#stalled = new StalledWrites(writeTimeout)
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
        this.#checking = setInterval(() => this.#stalled.check(this.#sockets, Date.now()), CHECK_MS)
        this.#checking.unref()
        resolve(this)
      })
    })
  }

  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<boolean> {
    return (await this.drain(graceMs)).length === 0
  }

  /** Closes, and names the requests that were cut. */
  drain(graceMs: number): Promise<readonly string[]> {
    this.#surrounding.isClosing = true
    // Headers of which a part has come are no request yet: the rest has a moment, then node answers 408 and closes.
    this.#http.headersTimeout = Math.min(this.#http.headersTimeout || REST_OF_HEADERS_MS, REST_OF_HEADERS_MS)
    return new Promise((resolve) => {
      let stuck: readonly string[] = []
      const sweep = setInterval(() => this.#closeIdle(), SWEEP_MS)
      const cut = setTimeout(() => {
        stuck = requestsOf(this.#sockets)
        this.#http.closeAllConnections()
      }, graceMs)
      // Node's own would close at once what is idle now, under clients that are about to ask again.
      process.getBuiltinModule('node:net').Server.prototype.close.call(this.#http, () => {
        clearTimeout(cut)
        clearInterval(sweep)
        clearInterval(this.#checking)
        this.#http.close()
        resolve(stuck)
      })
    })
  }

  #closeIdle(): void {
    this.#http.closeIdleConnections()
    // To node a connection is idle only after its first request.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** How long a connection may be idle after the order to stop: a client that asks again meanwhile is told with the answer. */
const SWEEP_MS = 75

/** How long the headers of a request may take to come after the order to stop. */
const REST_OF_HEADERS_MS = 500

/** How often connections are looked at that take too long. */
const CHECK_MS = 250
