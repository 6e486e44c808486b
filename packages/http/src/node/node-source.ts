import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { heedListeners } from '../life/heed-listeners.ts'
import { type ErrorListener, report } from '../life/report.ts'
import { RequestLife, type Transport } from '../life/request-life.ts'
import type { Servable } from '../life/servable.ts'
import { tooLarge } from '../request/body-limit.ts'
import type { EndListener, RequestEnd } from '../request/request-end.ts'
import type {
  ByteReader,
  Destination,
  Marks,
  OutcomeListener,
  RequestErrorListener,
  RequestSource,
  ResponseChange,
} from '../request/request-source.ts'
import type { RequestTarget } from '../request/request-target.ts'
import { createRequest } from '../request/server-request.ts'
import { HttpError } from '../response/http-error.ts'
import { LightHeaders } from '../response/light-headers.ts'
import { connectionOf } from './http2.ts'
import { NodeBody } from './node-body.ts'
import { headerLines, hostOf } from './raw-header.ts'
import type { Exchange, ServerState } from './server-state.ts'
import { parseAddress } from './trusted-proxies.ts'
import type { BodyFraming } from './unread-body.ts'

/** A request that node:http received. Each part of it is built at its first use. */
export class NodeSource implements RequestSource, Exchange, Transport {
  readonly fullPath: string
  outerPath = ''
  readonly search: string
  declare refusedTarget?: string | undefined
  destination: Destination | undefined = undefined
  notes: object | undefined = undefined
  isGivenUp = false
  marks: Marks | undefined = undefined
  changes: ResponseChange[] | undefined = undefined
  decisions: OutcomeListener[] | undefined = undefined
  outcome: Response | undefined = undefined
  errorListeners: RequestErrorListener[] | undefined = undefined
  readonly #incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly server: ServerState
  readonly framing: BodyFraming
  /**
   * The function of the surrounding framework, if there is one, that takes a request which this handler has not
   * answered, or the error of a request.
   */
  next: ((error?: unknown) => void) | undefined = undefined
  done: (() => void) | undefined = undefined
  isWaiting = false
  /** True if the request arrived before an earlier one of its connection was answered. */
  isAhead = false
  before: Exchange | undefined = undefined
  behind: Exchange | undefined = undefined
  #headers: Headers | undefined
  #body: NodeBody | undefined
  #raw: Request | undefined
  /** The signals of the request and the listeners to its end; made when code first uses one of them. */
  #known: RequestLife | undefined

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    target: RequestTarget,
    framing: BodyFraming,
    server: ServerState,
  ) {
    this.fullPath = target.path
    this.search = target.search
    this.#incoming = incoming
    this.outgoing = outgoing
    this.framing = framing
    this.server = server
  }

  get method(): string {
    return this.#incoming.method as string
  }

  get connection(): Socket {
    return connectionOf(this.#incoming)
  }

  get servable(): Servable {
    return this.server.servable
  }

  get onError(): ErrorListener | undefined {
    return this.server.onError
  }

  get bodyLimit(): number {
    return this.destination?.bodyLimit ?? this.server.bodyLimit
  }

  get headers(): Headers {
    this.#headers ??= LightHeaders.immutable(headerLines(this.#incoming))
    return this.#headers
  }

  get url(): string {
    const transport = (this.#incoming.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http'
    const scheme = this.#forwarded('x-forwarded-proto', SCHEME)?.toLowerCase() ?? transport
    const origin =
      originOf(scheme, this.#forwarded('x-forwarded-host', HOST)) ??
      originOf(scheme, hostOf(this.#incoming)) ??
      `${scheme}://localhost`
    return `${origin}${this.fullPath}${this.search}`
  }

  get clientAddress(): string | undefined {
    const peer = this.#peer
    const { proxies } = this.server
    const hops = proxies && this.headers.get('x-forwarded-for')
    return peer !== undefined && hops ? proxies.clientOf(peer, hops) : peer
  }

  get signal(): AbortSignal {
    return this.#life.signal
  }

  get stopping(): AbortSignal {
    return this.#life.stopping
  }

  whenOver(listener: EndListener): void {
    this.#life.whenOver(listener)
  }

  get isOver(): boolean {
    return this.outgoing.closed || this.outgoing.destroyed
  }

  get end(): RequestEnd {
    const { headersSent, statusCode, writableFinished } = this.outgoing
    // After a 101, the code that took over the connection has written the head itself, so node's `headersSent` says
    // nothing.
    if (statusCode === 101) return { status: 101, isWhole: true }
    return { status: headersSent ? statusCode : undefined, isWhole: writableFinished }
  }

  get isStopping(): boolean {
    return this.server.isClosing
  }

  whenClosed(listener: () => void): void {
    this.outgoing.once('close', () => {
      listener()
      // The platform's `Request` is dropped at the end of the exchange. Otherwise it would keep its signal in memory
      // for as long as code holds this request.
      this.#raw = undefined
    })
  }

  fail(error: unknown): void {
    report(error, createRequest(this, this.method), this.onError)
  }

  /** Made anew if its body was read and the bytes are kept: whoever comes later can read them again. */
  get raw(): Request {
    if (this.#raw && this.isKept && isRead(this.#raw)) this.#raw = undefined
    this.#raw ??= this.#toRaw()
    return this.#raw
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (!this.hasBody) return null
    return this.#raw && !this.isKept ? this.#raw.body : this.#read().stream
  }

  get bodyUsed(): boolean {
    return this.#raw?.bodyUsed || (this.#body?.isUsed ?? false)
  }

  get isKept(): boolean {
    return this.#body?.isKept ?? false
  }

  read<T>(limit: number | undefined, use: ByteReader<T>): Promise<T> {
    // Only one promise is made: for a small body, a further promise would cost more than reading the bytes.
    return new Promise((resolve, reject) => {
      const listener = (bytes: Uint8Array<ArrayBuffer> | undefined, error?: Error) => {
        try {
          if (bytes === undefined) reject(error)
          else if (limit !== undefined && bytes.length > limit) reject(tooLarge(limit))
          else resolve(use(bytes))
        } catch (thrown) {
          reject(thrown)
        }
      }
      if (this.hasBody) this.#read().whole(limit ?? this.bodyLimit, listener, this.#raw)
      else listener(new Uint8Array())
    })
  }

  /** Lets the surrounding framework read a body that this handler has read; see `NodeBody`. */
  handOverBody(done: (error?: Error) => void): void {
    if (this.#body === undefined) done()
    else this.#body.handOver(done)
  }

  /** As in Fetch, GET and HEAD have no body, even if the client sent one. */
  get hasBody(): boolean {
    const { method } = this.#incoming
    return method !== 'GET' && method !== 'HEAD' && this.framing === 'announced'
  }

  abort(reason: DOMException): void {
    this.#life.abort(reason)
  }

  stop(): void {
    this.#known?.stop()
  }

  get #life(): RequestLife {
    this.#known ??= new RequestLife(this)
    return this.#known
  }

  get #peer(): string | undefined {
    const { socket } = this.#incoming
    const text = socket.remoteAddress ?? (isLocal(socket) ? '127.0.0.1' : '')
    let peer = peers.get(socket)
    if (peer?.text !== text) {
      peer = { text, address: parseAddress(text) }
      peers.set(socket, peer)
    }
    return peer.address
  }

  /**
   * Returns the value that the nearest proxy has added to a header, if the proxy is trusted and the value is
   * well-formed.
   */
  #forwarded(name: string, form: RegExp): string | undefined {
    const { proxies } = this.server
    const value = proxies && this.headers.get(name)?.split(',').at(-1)?.trim()
    if (!value || !form.test(value)) return undefined
    const peer = this.#peer
    return peer !== undefined && proxies.has(peer) ? value : undefined
  }

  #toRaw(): Request {
    const { body, method } = this
    if (isLostInFetch(method)) throw new HttpError(405, `A Request cannot have the method ${method}`, ALLOW)
    const isSpent = body !== null && !this.isKept && (body.locked || this.bodyUsed)
    const raw = new Request(this.url, {
      method,
      headers: [...this.headers].filter(([name]) => name !== 'connection'),
      signal: this.signal,
      ...(body && { body: (isSpent ? new Uint8Array() : body) as never, duplex: 'half' as never }),
    })
    heedListeners(raw.signal, (error) => this.fail(error))
    // The body was consumed before `raw` was made, so `raw.bodyUsed` has to be true.
    if (isSpent) void raw.body?.getReader().cancel()
    return raw
  }

  #read(): NodeBody {
    this.#body ??= new NodeBody(this.#incoming, this.outgoing, this)
    return this.#body
  }
}

function isRead({ bodyUsed, body }: Request): boolean {
  return bodyUsed || (body?.locked ?? false)
}

/**
 * The address at the other end of each connection, as node reports it (`text`) and as `parseAddress` gives it. It is
 * parsed once, since a connection may bring many requests.
 */
const peers = new WeakMap<Socket, { readonly text: string; readonly address: string | undefined }>()

/**
 * True if a connection came over a Unix socket or a named pipe, and so from this machine. Such a connection has no
 * address, but neither has one whose client has left, so that its server is asked.
 */
function isLocal(socket: Socket): boolean {
  const { server } = socket as { server?: Server }
  const address = server?.address?.()
  // For a descriptor that listens at a Unix socket, node knows no name.
  return typeof address === 'string' || (address === null && server?.listening === true)
}

/**
 * True if a `Request` refuses a method, or writes it in upper case: code that gets a `POST` for a `post`, which HTTP/2
 * lets through, would act on a request that no guard has taken for a POST. Source: the Fetch standard, "methods".
 */
function isLostInFetch(method: string): boolean {
  const upper = method.toUpperCase()
  return REFUSED.includes(upper) || (method !== upper && UPPER_CASED.includes(upper))
}

const REFUSED = ['CONNECT', 'TRACE', 'TRACK']
const UPPER_CASED = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']
const ALLOW = { headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } }

const HOST = /^[A-Za-z0-9.\-_~:[\]]+$/
const SCHEME = /^https?$/i

function originOf(scheme: string, host: string | undefined): string | undefined {
  const origin = `${scheme}://${host}`
  return host !== undefined && HOST.test(host) && URL.canParse(origin) ? origin : undefined
}
