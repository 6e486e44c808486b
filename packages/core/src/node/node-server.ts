import type { Socket } from 'node:net'
import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import { reportError } from '../platform/node-primitives.ts'
import { nodeListener, runnerOf } from './exchange.ts'
import { ListenError, placeOf } from './listen-place.ts'
import type { NodeSource } from './node-source.ts'
import { describeWaiting, requestsOf } from './requests-in-flight.ts'
import type { ListenOptions, Server, ServerOptions } from './server.ts'
import { limitsOf, type ServerState, stateOf } from './server-state.ts'
import { StalledWrites } from './stalled-writes.ts'
import { endOpenStream } from './write-stream.ts'

/** Makes a server from a pipeline, an application or a handler (contract 4.4); it does not listen yet. */
export function createServer(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions = {}): Server {
  return new NodeServer(handler, options)
}

/** A server on node:http, with its limits on. */
export class NodeServer implements Server {
  readonly node: Server['node']
  readonly #state: ServerState
  readonly #stopping = new AbortController()
  readonly #sockets = new Set<Socket>()
  #drained: Promise<readonly string[]> | undefined

  constructor(handler: RequestHandler | RequestHandlerInterface, options: ServerOptions) {
    const { headersTimeout, requestTimeout, keepAliveTimeout, writeTimeout } = limitsOf(options)
    const runner = runnerOf(handler, options.onError)
    this.#state = stateOf(runner, options, this.#stopping.signal)
    // Loaded here, since it takes longer than all of this package and many programs import us without a server.
    const http = process.getBuiltinModule('node:http').createServer({
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: CHECK_MS,
      // Known from node 24.12 on: a request without a body costs less.
      ...({ optimizeEmptyRequests: true } as object),
    })
    http.on('request', nodeListener(runner.handle, this.#state))
    // Without a listener node would invite every body; ours is invited when somebody reads it.
    http.on('checkContinue', (incoming, outgoing) => http.emit('request', incoming, outgoing))
    http.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    http.on('listening', () => this.#watch(new StalledWrites(writeTimeout)))
    this.node = http
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  get address(): { readonly host: string; readonly port: number } | undefined {
    const address = this.node.address()
    return typeof address === 'object' && address ? { host: address.address, port: address.port } : undefined
  }

  listen(options: ListenOptions = {}): Promise<this> {
    return new Promise((resolve, reject) => {
      const place = placeOf(options)
      const fail = (error: NodeJS.ErrnoException) => reject(new ListenError(place, error))
      this.node.once('error', fail)
      this.node.listen(place, () => {
        this.node.off('error', fail)
        resolve(this)
      })
    })
  }

  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<boolean> {
    return (await this.drain(graceMs)).length === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** Closes, and names the requests that were cut. */
  drain(graceMs: number): Promise<readonly string[]> {
    this.#drained ??= this.#drain(graceMs)
    return this.#drained
  }

  #drain(graceMs: number): Promise<readonly string[]> {
    this.#state.isClosing = true
    this.#stopping.abort(new DOMException('The server stops', 'AbortError'))
    // Headers of which a part has come are no request yet: the rest has a moment, then node answers 408 and closes.
    this.node.headersTimeout = Math.min(this.node.headersTimeout || REST_OF_HEADERS_MS, REST_OF_HEADERS_MS)
    return new Promise((resolve) => {
      let stuck: readonly string[] = []
      let isClosed = false
      const finish = () => {
        // Connections that came by another way, such as TLS in front, are none of those that node waits for.
        if (!isClosed || this.#sockets.size > 0) return
        clearTimeout(cut)
        clearInterval(sweep)
        resolve(stuck)
      }
      const sweep = setInterval(() => {
        this.#endOpenStreams()
        this.#closeIdle()
        finish()
      }, SWEEP_MS)
      const cut = setTimeout(() => {
        stuck = describeWaiting(this.#sockets)
        // Node's own would leave those that were upgraded.
        for (const socket of this.#sockets) socket.destroy()
      }, graceMs)
      this.#endOpenStreams()
      this.#stopListening(() => {
        isClosed = true
        setImmediate(finish)
      })
    })
  }

  /** Node's own would close at once what is idle now, under clients that are about to ask again. */
  #stopListening(done: () => void): void {
    const { Server } = process.getBuiltinModule('node:net')
    const http: object & Pick<Server['node'], 'close'> = this.node
    // On Bun they have nothing to do with each other.
    if (!(http instanceof Server)) {
      http.close(done)
      return
    }
    Server.prototype.close.call(http, () => {
      // Ends the timer that node looks at connections with.
      http.close()
      done()
    })
  }

  #endOpenStreams(): void {
    for (const { source } of requestsOf(this.#sockets)) endOpenStream(source as NodeSource)
  }

  #closeIdle(): void {
    this.node.closeIdleConnections()
    // To node a connection is idle only after its first request.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  /** From the moment it listens, by whomever it was told to, to its end. */
  #watch(stalled: StalledWrites): void {
    const checking = setInterval(() => stalled.check(this.#sockets, Date.now()), CHECK_MS).unref()
    // A connection that cannot be taken, such as for want of file descriptors, ends no server.
    this.node.on('error', reportError)
    this.node.once('close', () => {
      clearInterval(checking)
      this.node.off('error', reportError)
    })
  }
}

/** How long a connection may be idle after the order to stop: a client that asks again meanwhile is told with the answer. */
const SWEEP_MS = 75

/** How long the headers of a request may take to come after the order to stop. */
const REST_OF_HEADERS_MS = 500

/** How often connections are looked at that take too long. */
const CHECK_MS = 250
