import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http'
import { PassThrough, Readable } from 'node:stream'

/** The functions that get the `Response` of Fetch (`resolve`), or the error of middleware (`reject`). */
export interface AnswerCallbacks {
  readonly resolve: (answer: Response) => void
  readonly reject: (error: unknown) => void
}

/**
 * A response of `node:http` without a connection. The response becomes a `Response` of Fetch when its headers are
 * flushed, when its first bytes are written, or at its end.
 */
export interface NodeResponse {
  readonly res: ServerResponse
  /** True if middleware has replaced `write` or `end` of the response by its own functions. */
  readonly isWrapped: boolean
  /** True if the response has become a `Response` of Fetch. */
  readonly isAnswered: boolean
  /** The receiver of the `Response` of Fetch. */
  callbacks: AnswerCallbacks
  /**
   * Emits the events of the end. If the whole response was sent (`isWhole`), `res` emits `finish`, and both emit
   * `close`. Otherwise the client has left: `req` emits `aborted`, and both emit `close`.
   */
  close(isWhole: boolean): void
}

/**
 * Makes the `ServerResponse` of `node:http` for a request. `cut` cuts the real connection; `undefined` if there is none.
 */
export function nodeResponse(
  req: IncomingMessage,
  callbacks: AnswerCallbacks,
  cut: (() => void) | undefined,
): NodeResponse {
  const res = new ServerResponse(req)
  const { writeHead } = res
  const body = new PassThrough()
  // The method is read here, since middleware may change `req.method`.
  const isHead = req.method === 'HEAD'
  let isAnswered = false
  let isClosed = false

  // The members are set on the response itself, since an Express application replaces the prototype.
  const own = {
    socket: req.socket,
    writeHead(status: number, reason?: string | Head, head?: Head) {
      const [phrase, fields = []] = typeof reason === 'string' ? [reason, head] : [undefined, reason]
      // The headers are set one by one: headers that are passed to `writeHead` are not visible to `getHeader`.
      if (!res.headersSent) setAll(res, pairsOf(fields))
      return writeHead.call(res, status, phrase as never)
    },
    flushHeaders() {
      if (!res.headersSent) res.writeHead(res.statusCode)
      if (!isAnswered) answer(() => Readable.toWeb(body) as ReadableStream<Uint8Array>)
    },
    write(...chunk: Parameters<PassThrough['write']>) {
      if (!res.writableEnded) res.flushHeaders()
      return body.write(...chunk)
    },
    end(...chunk: Parameters<PassThrough['end']>) {
      if (!res.headersSent) res.writeHead(res.statusCode)
      res.finished = true
      body.end(...chunk)
      if (!isAnswered) answer(() => body.read())
      return res
    },
    destroy(error: Error = new Error('Middleware has destroyed its answer before the end')) {
      if (isClosed || res.destroyed) return res
      res.destroyed = true
      if (!isAnswered) {
        isAnswered = true
        cut?.()
        // Nobody gets this response, since the connection is cut.
        if (cut) made.callbacks.resolve(new Response(null, { status: 500 }))
        else made.callbacks.reject(error)
      }
      body.destroy(error)
      return res
    },
  }

  function answer(bodyOf: () => ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null): void {
    isAnswered = true
    const { statusCode: status, statusMessage: statusText } = res
    const hasBody = !isHead && status !== 204 && status !== 304
    if (!hasBody) body.resume()
    try {
      made.callbacks.resolve(new Response(hasBody ? bodyOf() : null, { status, statusText, headers: listOf(res) }))
    } catch (cause) {
      // Thrown to middleware, such as in a timer, the error could end the process.
      const isStatus = status < 200 || status > 599
      const message = `Middleware answered with the status ${status}; a Response has one from 200 to 599`
      made.callbacks.reject(isStatus ? new RangeError(message, { cause }) : cause)
    }
  }

  const made: NodeResponse = {
    res: Object.assign(res, own),
    get isWrapped() {
      return res.write !== own.write || res.end !== own.end
    },
    get isAnswered() {
      return isAnswered
    },
    callbacks,
    close(isWhole) {
      if (isClosed) return
      isClosed = true
      if (isWhole) {
        Object.defineProperty(res, 'writableFinished', { value: true })
        res.emit('finish')
      } else {
        req.aborted = true
        req.emit('aborted')
      }
      res.destroyed = true
      res.emit('close')
      req.socket.destroy()
      req.destroy(isWhole ? undefined : Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  }
  body.on('drain', () => res.emit('drain'))
  // The error is ignored: `write` after the end, or to a client that has left, returns `false`, and its callback gets
  // the error.
  body.on('error', () => undefined)
  body.on('close', () => body.readableEnded || made.close(false))
  req.socket.once('close', () => res.destroy())
  return made
}

type Head = Readonly<Record<string, OutgoingHttpHeader>> | readonly OutgoingHttpHeader[]
type Pair = readonly [name: string, value: OutgoingHttpHeader]

/** Returns the headers of a response as pairs for the constructor of `Headers` in Fetch. */
export function listOf(res: ServerResponse): [string, string][] {
  return Object.entries(res.getHeaders()).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

/**
 * Converts the headers that `writeHead` takes to pairs: an object, a list of pairs, or a list in which names and values
 * alternate.
 */
function pairsOf(head: Head): readonly Pair[] {
  if (!Array.isArray(head)) return Object.entries(head)
  if (Array.isArray(head[0])) return head
  return head.flatMap((name, i) => (i % 2 === 0 ? [[name, head[i + 1]] as const] : []))
}

function setAll(res: ServerResponse, pairs: readonly Pair[]): void {
  for (const [name] of pairs) res.removeHeader(name)
  for (const [name, value] of pairs) {
    if (res.hasHeader(name)) res.appendHeader(name, value as string)
    else res.setHeader(name, value)
  }
}
