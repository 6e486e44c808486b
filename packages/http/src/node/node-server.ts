import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { checkOptions, optionKind, refuseUnknown } from '@app/checks'
import { serverStops } from '../life/request-life.ts'
import { servableOf } from '../life/servable.ts'
import { printError } from '../platform/node-primitives.ts'
import type { RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import { isInFiles, readCertificate } from './certificate.ts'
import { nodeListener } from './exchange.ts'
import type { Http2Connections } from './http2-connections.ts'
import { cannotListen, placeOf } from './listen-place.ts'
import type { ListenOptions, Server, ServerOptions, TlsOptions } from './server.ts'
import { SERVER_OPTIONS } from './server-options.ts'
import {
  describeWaiting,
  forgetLeft,
  limitsOf,
  milliseconds,
  type ServerState,
  stateOf,
  waitingOf,
} from './server-state.ts'
import { protocolsOf, speakHttp2 } from './speak-http2.ts'
import { StalledWrites } from './stalled-writes.ts'
import { isLingering } from './unread-body.ts'
import { createHttpServer } from './upgrades.ts'
import { endOpenStream } from './write-stream.ts'

/**
 * Makes a server of a handler, such as an application (contract 4.4). It does not listen yet.
 *
 * Throws an `OptionError` for an unknown option, and for one of the wrong kind, so that a misspelt limit never means no
 * limit. Throws a `TypeError` for an invalid handler, certificate or list of proxies, and for HTTP/2 without `tls`.
 */
export function createServer(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions = {}): Server {
  return new NodeServer(handler, checkOptions('createServer()', options, SERVER_OPTIONS))
}

/** A server on top of node:http that enforces the limits of `ServerOptions`. */
export class NodeServer implements Server {
  readonly node: Server['node']
  readonly #state: ServerState
  readonly #stopping = new AbortController()
  /** The sockets of the server. Closed sockets stay in the set until `#open` is called. */
  readonly #sockets = new Set<Socket>()
  #mostSockets = LEAST_SOCKETS
  readonly #tls: TlsOptions | undefined
  readonly #http2: Http2Connections | undefined
  #drained: Promise<readonly string[]> | undefined

  constructor(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions) {
    const limits = limitsOf(options)
    const { headersTimeout, requestTimeout, keepAliveTimeout, writeTimeout } = limits
    const { tls } = options
    const protocols = protocolsOf(options)
    const servable = servableOf(handler, options.onError)
    this.#state = stateOf(servable, options, true)
    this.#tls = tls
    // `node:http` is loaded here, since loading it takes longer than the rest of this package, and many programs need
    // no server.
    const http = createHttpServer({
      headersTimeout: milliseconds(headersTimeout),
      requestTimeout: milliseconds(requestTimeout),
      keepAliveTimeout: milliseconds(keepAliveTimeout),
      connectionsCheckingInterval: CHECK_MS,
      // With this option, node does less work for requests without a body. Node knows it from 24.12 on.
      ...({ optimizeEmptyRequests: true } as object),
      ...(tls && { ...readCertificate(tls), handshakeTimeout: milliseconds(headersTimeout) }),
      ...(protocols && { ALPNProtocols: protocols }),
    })
    const listener = nodeListener(servable, this.#state)
    http.on('request', listener)
    this.#http2 = speakHttp2(http, options, listener)
    // Without this listener node would send `100 Continue` to every client that waits for it. With it, `NodeBody` sends
    // the `100 Continue` when the body is read.
    http.on('checkContinue', (incoming, outgoing) => http.emit('request', incoming, outgoing))
    http.on('connection', (socket) => {
      if (this.#sockets.size === this.#mostSockets) this.#mostSockets = Math.max(LEAST_SOCKETS, 2 * this.#open().size)
      this.#sockets.add(socket)
    })
    http.on('secureConnection', (socket: TLSSocket & { readonly _parent?: Socket }) => {
      if (socket._parent) this.#sockets.delete(socket._parent)
      this.#sockets.add(socket)
    })
    http.on('listening', () => this.#watch(new StalledWrites(milliseconds(writeTimeout))))
    this.node = http
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  get address(): { readonly host: string; readonly port: number } | undefined {
    const address = this.node.address()
    return typeof address === 'object' && address ? { host: address.address, port: address.port } : undefined
  }

  /** True if the certificate comes from files, which `renew` reads anew. */
  get isRenewable(): boolean {
    return this.#tls !== undefined && isInFiles(this.#tls)
  }

  /**
   * Reads the certificate anew, for connections from now on. If the certificate is wrong, the method throws, and the
   * old certificate stays.
   */
  renew(): void {
    if (this.#tls && 'setSecureContext' in this.node)
      (this.node as HttpsServer).setSecureContext(readCertificate(this.#tls))
  }

  listen(options: ListenOptions = {}): Promise<this> {
    if (this.#state.isClosing) {
      return Promise.reject(
        new TypeError('The server was closed, and does not listen again. Make a new one: createServer(…)'),
      )
    }
    return new Promise((resolve, reject) => {
      refuseUnknown('listen()', options, ['port', 'host', 'path', 'fd'])
      const place = placeOf(options)
      const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(place, error))
      this.node.once('error', fail)
      this.node.listen(place, () => {
        this.node.off('error', fail)
        resolve(this)
      })
    })
  }

  async close(options: { readonly grace?: number | undefined } = {}): Promise<boolean> {
    const { grace = 10 } = checkOptions('close()', options, { grace: optionKind.seconds })
    return (await this.drain(grace)).length === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /**
   * Closes the server. Resolves to lines for a log about everything that was cut off after `grace` seconds: requests
   * without a response, and responses that their clients did not read.
   */
  drain(grace: number): Promise<readonly string[]> {
    this.#drained ??= this.#drain(grace)
    return this.#drained
  }

  #drain(grace: number): Promise<readonly string[]> {
    this.#state.isClosing = true
    this.#stopping.abort(serverStops())
    for (const exchange of waitingOf(this.#state)) exchange.stop()
    // A client that has sent only a part of its headers gets a moment to send the rest; then node answers 408 and
    // closes the connection.
    this.node.headersTimeout = Math.min(this.node.headersTimeout || REST_OF_HEADERS_MS, REST_OF_HEADERS_MS)
    const latest = performance.now() + REST_OF_HEADERS_MS
    return new Promise((resolve) => {
      let stuck: readonly string[] = []
      let isClosed = false
      const finish = () => {
        // Node's `close` does not wait for connections that this server got from another server, such as a TLS server
        // in front of it.
        if (!isClosed || this.#open().size > 0) return
        clearTimeout(cut)
        clearInterval(sweep)
        resolve(stuck)
      }
      const tidy = () => {
        this.#http2?.drain()
        this.#endOpenStreams()
        this.#closeIdle()
        if (performance.now() > latest) this.#closeHandshakes()
        finish()
      }
      const sweep = setInterval(() => afterReading(tidy), SWEEP_MS)
      const cut = setTimeout(() => {
        stuck = describeWaiting(this.#state, this.#open())
        // Each socket is destroyed here, since node's `closeAllConnections` would leave upgraded connections open.
        for (const socket of this.#open()) socket.destroy()
      }, grace * 1_000)
      this.#http2?.drain()
      this.#endOpenStreams()
      this.#stopListening(() => {
        isClosed = true
        setImmediate(finish)
      })
    })
  }

  /**
   * Stops accepting connections. Node's own `close` would also close idle connections at once, while their clients may
   * be sending the next request.
   */
  #stopListening(done: () => void): void {
    const { Server } = process.getBuiltinModule('node:net')
    const http: object & Pick<Server['node'], 'close'> = this.node
    // On Bun, servers of `node:http` are not servers of `node:net`, so only their own `close` can be called.
    if (!(http instanceof Server)) {
      http.close(done)
      return
    }
    Server.prototype.close.call(http, () => {
      // The method `close` of `node:http` is called too, since it ends the timer by which node checks connections.
      http.close()
      done()
    })
  }

  /**
   * Returns the open connections, after removing closed ones. A listener for the end of each connection would take more
   * memory than the rest of an idle connection.
   */
  #open(): ReadonlySet<Socket> {
    for (const socket of this.#sockets) if (socket.destroyed) this.#sockets.delete(socket)
    return this.#sockets
  }

  #endOpenStreams(): void {
    for (const source of waitingOf(this.#state)) endOpenStream(source)
  }

  #closeIdle(): void {
    this.node.closeIdleConnections()
    const busy = new Set(waitingOf(this.#state).map(({ connection }) => connection))
    for (const socket of this.#open()) {
      // Node does not count a connection as idle before its first request. So this code finds such connections itself:
      // they have received 0 bytes. On Bun the number is 0 for every connection, so connections with a request under
      // way are left out.
      const isUnused = socket.bytesRead === 0 && !busy.has(socket)
      if (isUnused || isLingering(socket)) socket.destroy()
    }
  }

  /** Closes connections of clients that have not completed the handshake of TLS. */
  #closeHandshakes(): void {
    if (this.#tls === undefined) return
    for (const socket of this.#open()) if (!('encrypted' in socket)) socket.destroy()
  }

  /**
   * Regularly cuts connections of clients that do not read, and forgets requests whose clients have left. This also
   * works if the program has called node's own `listen`.
   */
  #watch(stalled: StalledWrites): void {
    const check = () => {
      stalled.check(this.#open(), Date.now())
      forgetLeft(this.#state)
    }
    const checking = setInterval(check, CHECK_MS).unref()
    // A connection that cannot be accepted, for example without file descriptors left, must not end the server.
    this.node.on('error', printError)
    this.node.once('close', () => {
      clearInterval(checking)
      this.node.off('error', printError)
    })
  }
}

/**
 * The milliseconds between two sweeps of a stopping server, each of which closes the idle connections. A client that
 * sends a request between two sweeps gets a response that closes the connection.
 */
const SWEEP_MS = 75

/**
 * Calls a function after node has read the requests that have arrived. A timer would run before that: after a long turn
 * of the event loop, a connection may look idle although its next request waits in the operating system, and closing it
 * would lose that request.
 */
function afterReading(callback: () => void): void {
  setImmediate(callback)
}

/**
 * The milliseconds that a client has to complete its headers, or its handshake of TLS, after the server was told to
 * stop.
 */
const REST_OF_HEADERS_MS = 500

/** The milliseconds between two checks of the connections. */
const CHECK_MS = 250

/**
 * The size of `#sockets` at which closed sockets are first removed from it; later they are removed whenever the set is
 * twice as large as after the last removal. A server that listens also removes them at each check. A server that never
 * listens, and gets its connections by the event `connection`, has only this bound.
 */
const LEAST_SOCKETS = 256
