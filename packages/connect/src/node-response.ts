import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http'

/** Where the answer of a response goes. */
export interface Destination {
  readonly resolve: (answer: Response) => void
  readonly reject: (error: unknown) => void
}

/** A response of `node:http` without a connection. What is written to it becomes a `Response`, with the first octets or with its end. */
export interface NodeResponse {
  readonly res: ServerResponse
  /** Whether middleware has put its own `write` or `end` in place of those of the response. */
  readonly isWrapped: boolean
  /** Whether the response has given its answer. */
  readonly isAnswered: boolean
  /** Where the answer goes. */
  destination: Destination
  /** Tells middleware that everything was sent, or that the client has left. */
  close(isWhole: boolean): void
}

/** Makes the response of a message. */
export function nodeResponse(req: IncomingMessage, destination: Destination): NodeResponse {
  const res = new ServerResponse(req)
  const { writeHead } = res
  // Middleware may change `req.method`.
  const isHead = req.method === 'HEAD'
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let isAnswered = false
  let isFull = false
  let isClosed = false

  const own = {
    socket: req.socket,
    writeHead(status: number, reason?: string | Head, head?: Head) {
      const [text, fields] = typeof reason === 'string' ? [reason, head] : [undefined, reason]
      // Set one by one: otherwise node gives those that come with the head to nobody who asks for headers.
      if (!res.headersSent) for (const [name, value] of pairsOf(fields)) res.setHeader(name, value)
      return writeHead.call(res, status, text as never)
    },
    flushHeaders() {
      if (!res.headersSent) res.writeHead(res.statusCode)
      if (!isAnswered) answer(hasBody() ? toStream() : null)
    },
    write(chunk: Chunk, encoding?: BufferEncoding | Callback, callback?: Callback) {
      const done = typeof encoding === 'function' ? encoding : callback
      if (res.writableEnded) return refuse(done)
      res.flushHeaders()
      stream?.enqueue(octetsOf(chunk, encoding))
      if (done) queueMicrotask(done)
      isFull = (stream?.desiredSize ?? 1) <= 0
      return !isFull
    },
    end(chunk?: Chunk | Callback | null, encoding?: BufferEncoding | Callback, callback?: Callback) {
      const done = [chunk, encoding, callback].find((argument) => typeof argument === 'function') as
        | Callback
        | undefined
      if (res.writableEnded) {
        if (chunk && typeof chunk !== 'function') refuse(done)
        return res
      }
      if (!res.headersSent) res.writeHead(res.statusCode)
      res.finished = true
      if (done) res.once('finish', done)
      const octets = chunk && typeof chunk !== 'function' ? octetsOf(chunk, encoding) : undefined
      if (!isAnswered) answer(hasBody() ? (octets ?? null) : null)
      else if (stream) {
        if (octets) stream.enqueue(octets)
        stream.close()
      }
      return res
    },
    destroy(error: Error = new Error('Middleware has cut off its answer')) {
      if (isClosed || res.destroyed) return res
      res.destroyed = true
      if (!isAnswered) made.destination.reject(error)
      else if (!res.writableEnded) stream?.error(error)
      return res
    },
  }

  function answer(body: Uint8Array<ArrayBuffer> | ReadableStream | null): void {
    isAnswered = true
    const { statusCode: status, statusMessage: statusText } = res
    made.destination.resolve(new Response(body, { status, statusText, headers: listOf(res) }))
  }

  function toStream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          stream = controller
        },
        pull() {
          if (!isFull) return
          isFull = false
          res.emit('drain')
        },
        cancel: () => made.close(false),
      },
      { highWaterMark: 65_536, size: (octets) => octets.length },
    )
  }

  function refuse(done: Callback | undefined): false {
    const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' })
    if (done) queueMicrotask(() => done(error))
    return false
  }

  function hasBody(): boolean {
    return !isHead && res.statusCode !== 204 && res.statusCode !== 304
  }

  const made: NodeResponse = {
    res: Object.assign(res, own),
    get isWrapped() {
      return res.write !== own.write || res.end !== own.end
    },
    get isAnswered() {
      return isAnswered
    },
    destination,
    close(isWhole) {
      if (isClosed) return
      isClosed = true
      if (isWhole) res.emit('finish')
      else {
        req.aborted = true
        req.emit('aborted')
      }
      res.destroyed = true
      res.emit('close')
      req.socket.destroy()
    },
  }
  req.socket.once('close', () => res.destroy())
  return made
}

type Head = Readonly<Record<string, OutgoingHttpHeader>> | readonly OutgoingHttpHeader[]
type Chunk = string | Uint8Array<ArrayBuffer>
type Callback = (error?: Error | null) => void

/** The headers of a response as pairs, as Fetch takes them. */
export function listOf(res: ServerResponse): [string, string][] {
  return Object.entries(res.getHeaders()).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

function pairsOf(head: Head = {}): readonly (readonly [string, OutgoingHttpHeader])[] {
  if (!Array.isArray(head)) return Object.entries(head)
  if (Array.isArray(head[0])) return head
  const names = head.filter((_, index) => index % 2 === 0) as string[]
  return names.map((name, index) => [name, head[2 * index + 1]])
}

function octetsOf(chunk: Chunk, encoding: unknown): Uint8Array<ArrayBuffer> {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk
}
