import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { ServerRequest } from '@app/core'

/** The message of `node:http` for a request. The body of the request is read when the message is read. */
export function nodeRequest(request: ServerRequest): IncomingMessage {
  const message = new IncomingMessage(socketOf(request))
  const { host } = new URL(request.url)
  const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) }
  // Middleware takes a request without either header as one without a body. In Fetch, many requests with a body have
  // neither.
  if (request.hasBody && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
  const chunks = chunksOf(request)
  let isWanted = false
  let isReading = false
  let failure: Error | undefined
  // Properties of the object itself: an application of Express replaces the prototype.
  return Object.assign(message, {
    method: request.method,
    originalUrl: request.fullPath + searchOf(request),
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
      // A body that is too large is an error with an answer. Node would close the connection before that.
      if (!message.readableEnded && error !== failure) message.socket.destroy()
      done(error)
    },
  })

  async function read(): Promise<void> {
    isReading = true
    try {
      // Node asks a message for more only once: like a connection, the message then has to give all that comes.
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
 * Moves a message to the place in the pipeline where middleware runs: the prefix is removed from its URL, as in
 * Express.
 */
export function moveTo(message: IncomingMessage, request: ServerRequest): void {
  const { path, basePath: baseUrl, params } = request
  Object.assign(message, { url: path + searchOf(request), baseUrl, params })
}

/**
 * The chunks of the body. Our pipeline can read a body again if it was read whole. So bodies for parsers are read
 * whole, and files are streamed.
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
 * Stands for the connection, which our pipeline does not hand out. It has the address of the client, and transports
 * nothing.
 */
function socketOf({ clientAddress, url }: ServerRequest): Socket {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const itself = () => socket
  return Object.assign(socket, {
    remoteAddress: clientAddress,
    encrypted: url.startsWith('https:'),
    setTimeout: itself,
    setKeepAlive: itself,
    setNoDelay: itself,
    ref: itself,
    unref: itself,
  }) as unknown as Socket
}
