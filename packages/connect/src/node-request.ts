import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { ServerRequest } from '@app/core'
import { nodeResponse } from '@app/core/extending'

/** Makes the `IncomingMessage` of `node:http` for a request. The body is read only when the message is read. */
export function nodeRequest(request: ServerRequest): IncomingMessage {
  const message = new IncomingMessage(socketOf(request))
  const { host } = new URL(request.url)
  const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) }
  // Middleware treats a request with neither content-length nor transfer-encoding as a request without a body. In
  // Fetch, many requests with a body have neither header.
  if (request.hasBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
  // As in Fetch, GET and HEAD have no body, even if the client has sent one. Parsers would wait for the announced body.
  if (!request.hasBody && headers['content-length'] !== '0') {
    delete headers['content-length']
    delete headers['transfer-encoding']
  }
  const chunks = chunksOf(request)
  let isWanted = false
  let isReading = false
  let failure: Error | undefined
  // The members are set on the message itself, since an Express application replaces the prototype.
  return Object.assign(message, {
    method: request.method,
    originalUrl: request.fullPath + searchOf(request),
    complete: !request.hasBody,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    _read: () => {
      isWanted = true
      if (!isReading) void read()
    },
    _destroy: (error: Error | null, done: (error: Error | null) => void) => {
      // If the body cannot be read, for example because it is too large, the socket of the message stays open for the
      // response to the error. Any other destruction before the end of the body destroys this socket, as in node.
      if (!message.readableEnded && error !== failure) message.socket.destroy()
      // As in node, an error to which nobody listens is dropped.
      done(message.listenerCount('error') > 0 ? error : null)
    },
  })

  async function read(): Promise<void> {
    isReading = true
    try {
      // Node does not call `_read` again before a chunk is pushed. So the loop pushes chunks until `push()` says that
      // the buffer is full.
      while (isWanted) {
        const { done, value } = await chunks.next()
        message.complete = done === true
        isWanted = message.push(done ? null : value)
      }
    } catch (error) {
      failure = error as Error
      message.destroy(failure)
    }
    isReading = false
  }
}

/**
 * Sets `url`, `baseUrl` and `params` of a message for the place in the pipeline where middleware runs. As in Express,
 * `url` lacks the path at which `connect()` is piped, and `baseUrl` is that path.
 */
export function moveTo(message: IncomingMessage, request: ServerRequest): void {
  const { path, basePath: baseUrl, params } = request
  Object.assign(message, { url: path + searchOf(request), baseUrl, params })
}

/**
 * Returns the chunks of the body. Handlers of the pipeline can read a body again only if it was read as a whole. So
 * JSON, URL-encoded forms and text, which parsers read, are read as a whole, and other bodies, such as uploads, are
 * streamed.
 */
async function* chunksOf(request: ServerRequest): AsyncGenerator<Uint8Array> {
  if (!request.hasBody) return
  if (request.bodyUsed || PARSED.test(request.headers.get('content-type') ?? '')) yield request.bytes()
  else if (request.body) yield* request.body
}

const PARSED = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b|application\/x-www-form-urlencoded\b)/i

function searchOf({ url }: ServerRequest): string {
  return /\?[^#]*/.exec(url)?.[0] ?? ''
}

/**
 * Makes an object in place of the connection, which the pipeline does not expose. The object has the address of the
 * client and the server, and transports nothing.
 */
function socketOf(request: ServerRequest): Socket {
  const { clientAddress, url } = request
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const itself = () => socket
  return Object.assign(socket, {
    remoteAddress: clientAddress,
    server: serverOf(request),
    encrypted: url.startsWith('https:'),
    setTimeout: itself,
    setKeepAlive: itself,
    setNoDelay: itself,
    ref: itself,
    unref: itself,
  }) as unknown as Socket
}

/** The server of `node:http`, to which some middleware listens, such as a proxy of WebSockets. */
function serverOf(request: ServerRequest): unknown {
  return (nodeResponse(request)?.req?.socket as { readonly server?: unknown } | undefined)?.server
}
