import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { NodeListener } from './exchange.ts'
import { likeHttp1 } from './http2.ts'
import { milliseconds } from './server-state.ts'

/** Limits in seconds. With 0 there is no limit. */
interface Times {
  readonly requestTimeout: number
  readonly writeTimeout: number
  readonly keepAliveTimeout: number
}

/**
 * The connections of a server that speak HTTP/2, with limits of time, which node has for HTTP/1 alone.
 *
 * A server that stops says so to each connection, and takes what was on the way for a moment before it closes it.
 */
export class Http2Connections {
  readonly #server: ReturnType<typeof import('node:http2')['createServer']>
  /** With how many requests are under way. */
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
    // Without this listener node would invite every body. Here a body is invited when it is read.
    this.#server.on('checkContinue', answer)
    this.#server.on('session', (session) => {
      this.#sessions.set(session, 0)
      session.on('close', () => this.#sessions.delete(session))
      session.on('error', () => session.destroy())
      session.on('stream', (stream) => {
        this.#count(session, 1)
        stream.once('close', () => this.#count(session, -1))
      })
      // A listener that is given to `setTimeout` would be called once.
      session.setTimeout(milliseconds(times.keepAliveTimeout))
      session.on('timeout', () => {
        if (this.#sessions.get(session) === 0) session.close()
      })
    })
  }

  /** Takes a connection that has agreed on HTTP/2. */
  take(socket: TLSSocket): void {
    this.#server.emit('connection', socket)
  }

  /** Tells connections that the server stops; at the next call, takes no more requests from them. */
  drain(): void {
    for (const session of this.#sessions.keys()) {
      if (session.closed || session.destroyed) continue
      if (this.#warned.has(session)) session.close()
      else {
        this.#warned.add(session)
        // With the highest number there is, requests that are on the way are still answered. Source: RFC 9113 section 6.8.
        session.goaway(0, MOST_STREAM_ID)
      }
    }
  }

  #count(session: ServerHttp2Session, more: number): void {
    const count = this.#sessions.get(session)
    if (count !== undefined) this.#sessions.set(session, count + more)
  }
}

/** Ends a request whose body takes too long, and an answer of which the client takes nothing. */
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

/** How many requests a connection may have under way. Browsers take a hundred for granted. */
const MOST_STREAMS = 100
const MOST_STREAM_ID = 2 ** 31 - 1
const CANCEL = 8
