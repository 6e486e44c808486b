import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { NodeListener } from './exchange.ts'
import { likeHttp1 } from './http2.ts'
import { milliseconds } from './server-state.ts'

/** The time limits of connections and requests, in seconds; 0 means no limit. */
interface Times {
  readonly requestTimeout: number
  readonly writeTimeout: number
  readonly keepAliveTimeout: number
}

/**
 * The HTTP/2 connections of a server. The class also applies the time limits of the server to them, since node applies
 * these to HTTP/1 alone.
 *
 * When the server stops, it first sends a GOAWAY on each connection, and closes the connection a moment later, so that
 * requests that were on their way are still answered.
 */
export class Http2Connections {
  readonly #server: ReturnType<typeof import('node:http2')['createServer']>
  /** The connections, each with the number of its requests under way. */
  readonly #sessions = new Map<ServerHttp2Session, number>()
  readonly #warned = new WeakSet<ServerHttp2Session>()

  constructor(listener: NodeListener, times: Times) {
    const answer = (request: Http2ServerRequest, response: Http2ServerResponse) => {
      const outgoing = response as unknown as ServerResponse
      likeHttp1(outgoing)
      limit(request.stream, times)
      listener(request as unknown as IncomingMessage, outgoing)
    }
    this.#server = process
      .getBuiltinModule('node:http2')
      .createServer({ settings: { maxConcurrentStreams: MOST_STREAMS } }, answer)
    // Without this listener node would send `100 Continue` to every client that waits for it. With it, `NodeBody` sends
    // the `100 Continue` when the body is read.
    this.#server.on('checkContinue', answer)
    this.#server.on('session', (session) => {
      this.#sessions.set(session, 0)
      session.on('close', () => this.#sessions.delete(session))
      session.on('error', () => session.destroy())
      session.on('stream', (stream) => {
        this.#count(session, 1)
        stream.once('close', () => this.#count(session, -1))
      })
      // The listener is added with `on`: a listener that is passed to `setTimeout` would be called only once.
      session.setTimeout(milliseconds(times.keepAliveTimeout))
      session.on('timeout', () => {
        if (this.#sessions.get(session) === 0) session.close()
      })
    })
  }

  /** Serves a TLS connection whose client has chosen HTTP/2. */
  take(socket: TLSSocket): void {
    this.#server.emit('connection', socket)
  }

  /**
   * At its first call for a connection, tells the client that the server stops. At the second call, closes the
   * connection, which then takes no more requests.
   */
  drain(): void {
    for (const session of this.#sessions.keys()) {
      if (session.closed || session.destroyed) continue
      if (this.#warned.has(session)) session.close()
      else {
        this.#warned.add(session)
        // A GOAWAY frame names the last stream (that is, request) that the server will answer. This one names the
        // highest possible stream, so that requests on their way are still answered. Source: RFC 9113 section 6.8.
        session.goaway(0, MOST_STREAM_ID)
      }
    }
  }

  #count(session: ServerHttp2Session, more: number): void {
    const count = this.#sessions.get(session)
    if (count !== undefined) this.#sessions.set(session, count + more)
  }
}

/** Limits the time of a request: ends it if its body takes too long, or if the client reads nothing of the response. */
function limit(stream: ServerHttp2Stream, { requestTimeout, writeTimeout }: Times): void {
  if (!stream.endAfterHeaders && requestTimeout > 0) {
    const late = setTimeout(() => {
      if (stream.readableEnded || stream.closed) return
      if (!stream.headersSent) stream.respond({ ':status': 408 }, { endStream: true })
      stream.close(CANCEL)
    }, milliseconds(requestTimeout))
    stream.once('end', () => clearTimeout(late))
    stream.once('close', () => clearTimeout(late))
  }
  stream.setTimeout(milliseconds(writeTimeout))
  stream.on('timeout', () => {
    if (stream.writableLength > 0) stream.close(CANCEL)
  })
}

/** The most requests that a connection may have under way. RFC 9113 section 6.5.2 recommends at least 100. */
const MOST_STREAMS = 100
const MOST_STREAM_ID = 2 ** 31 - 1
const CANCEL = 8
