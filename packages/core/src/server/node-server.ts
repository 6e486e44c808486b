import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler, RequestHandlerInterface } from '../middleware/middleware.ts'
import { entryOf } from './entry-of.ts'
import { ListenError } from './listen-error.ts'
import { nodeListener, type Surrounding } from './node-listener.ts'
import type { ListenOptions, Server, ServerOptions } from './server.ts'
import { checkServerOptions } from './server-options.ts'

/** Makes a server from a pipeline, an application or a handler (contract 4.4); it does not listen yet. */
export function createServer(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions = {}): Server {
  return new NodeServer(entryOf(handler, options.onError), options)
}

/** A server on node:http, with its limits on. */
class NodeServer implements Server {
  readonly #http: HttpServer
  readonly #surrounding: Surrounding

  constructor(entry: RequestHandler, options: ServerOptions) {
    const { bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout } = checkServerOptions(options)
    this.#surrounding = { bodyLimit, onError: options.onError, isClosing: false }
    const listener = nodeListener(entry, this.#surrounding)
    const http = createHttpServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      // Known from node 24.12 on: a request without a body costs less.
      ...({ optimizeEmptyRequests: true } as object),
    })
    http.on('request', listener)
    // Without a listener node would invite every body; ours is invited when somebody reads it.
    http.on('checkContinue', (incoming, outgoing) => http.emit('request', incoming, outgoing))
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
        resolve(this)
      })
    })
  }

  close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<boolean> {
    this.#surrounding.isClosing = true
    return new Promise((resolve) => {
      let isWhole = true
      const cut = setTimeout(() => {
        isWhole = false
        this.#http.closeAllConnections()
      }, graceMs)
      // A connection may become idle after its last answer; node closes only those that are idle now.
      const sweep = setInterval(() => this.#http.closeIdleConnections(), 50)
      this.#http.close(() => {
        clearTimeout(cut)
        clearInterval(sweep)
        resolve(isWhole)
      })
      this.#http.closeIdleConnections()
    })
  }
}
