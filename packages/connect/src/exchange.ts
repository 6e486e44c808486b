import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { type Awaitable, HttpError, type RequestHandler, type ServerRequest } from '@app/core'
import {
  addVary,
  answeringWith,
  beforeSending,
  onEnd,
  plainBody,
  reportError,
  nodeResponse as servedBy,
} from '@app/core/extending'
import { likeExpress, likeItsOwn } from './express-face.ts'
import { moveTo, nodeRequest } from './node-request.ts'
import { type AnswerCallbacks, listOf, type NodeResponse, nodeResponse } from './node-response.ts'

/**
 * The signature with which this package invokes middleware: the request and the response of `node:http`, and `next`.
 */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown

/** The request and the response of `node:http` that all middleware of one request shares. */
export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly #response: NodeResponse

  constructor(request: ServerRequest) {
    this.req = nodeRequest(request)
    const served = servedBy(request)
    this.#response = nodeResponse(this.req, NOWHERE, served && (() => served.destroy()))
    this.res = this.#response.res
    likeExpress(this.req, this.res)
    beforeSending(request, (answer) => this.#endWithout(answer))
    onEnd(request, ({ isWhole }) => this.#response.close(isWhole))
  }

  /**
   * Runs middleware one after the other, then the handler. The first response or error counts. Later responses are
   * ignored, and later errors are reported.
   */
  async run(middleware: readonly NodeMiddleware[], request: ServerRequest, handler: RequestHandler): Promise<Response> {
    const response = this.#response
    const outer = response.callbacks
    let isSettled = false
    try {
      return await new Promise<Response>((resolve, reject) => {
        const own: AnswerCallbacks = {
          resolve: (answer) => {
            isSettled = true
            resolve(answer)
          },
          reject: (error) => {
            if (isSettled) reportError(request, error)
            isSettled = true
            reject(error)
          },
        }
        const fail = (error: unknown) => {
          // If the head of the response was sent already, the response can only break off.
          if (response.isAnswered && !this.res.writableEnded) this.res.destroy(error as Error)
          else own.reject(withStatus(error, this.res.statusCode))
        }
        const step = (index: number): void => {
          const call = middleware[index]
          if (call === undefined) {
            asPromise(() => handler(request)).then(own.resolve, own.reject)
            return
          }
          likeItsOwn(call, this.req)
          let isCalled = false
          const next = (error?: unknown) => {
            const skips = error === 'route' || error === 'router'
            if (error && !skips) fail(error)
            else if (!isCalled) step(skips ? middleware.length : index + 1)
            isCalled = true
          }
          asPromise(() => call(this.req, this.res, next)).catch(fail)
        }
        response.callbacks = own
        moveTo(this.req, request)
        step(0)
      })
    } finally {
      response.callbacks = outer
    }
  }

  /**
   * Applies the changes of middleware to a response. If middleware has replaced `write` or `end`, the body passes
   * through these functions; otherwise the body stays unchanged.
   */
  finish(answer: Response): Awaitable<Response> {
    const { req, res } = this
    if (this.#response.isAnswered) return answer
    this.#takeHead(answer)
    const { isWrapped } = this.#response
    const text = plainBody(answer)
    const isHead = req.method === 'HEAD'
    // As Express does: loggers read the header, and middleware that changes the body removes it.
    if (typeof text === 'string') res.setHeader('content-length', String(Buffer.byteLength(text)))
    if (!isWrapped) return this.#withHead(answer)
    return new Promise((resolve, reject) => {
      this.#response.callbacks = { resolve, reject }
      if (typeof text === 'string') res.end(text)
      else if (answer.body === null) res.end()
      else if (isHead) void answer.body.cancel().then(() => res.end(), reject)
      else this.#pipe(answer.body)
    })
  }

  /**
   * Passes a stream through the response, as fast as the client reads. An event stream is flushed after each chunk, so
   * that compression holds no event back.
   */
  #pipe(body: ReadableStream<Uint8Array>): void {
    const res: ServerResponse & { readonly flush?: () => void } = this.res
    const source = Readable.fromWeb(body as NodeStream)
    source.on('error', (error) => res.destroy(error))
    res.on('close', () => source.destroy())
    const isEventStream = String(res.getHeader('content-type')).startsWith('text/event-stream')
    if (isEventStream) res.flushHeaders()
    source.pipe(res)
    if (isEventStream) source.on('data', () => res.flush?.())
  }

  /**
   * Adds the headers of middleware to a response that something before `connect()` made, most often an error handler.
   * The `res` of middleware gets the status and the headers of the response, and ends without the body of the response.
   */
  #endWithout(answer: Response): void {
    const { res } = this
    if (res.headersSent) return
    this.#response.callbacks = NOWHERE
    const caching = answer.headers.get('cache-control')
    this.#takeHead(answer)
    // The body does not pass through middleware: `no-transform` keeps middleware such as compression from setting
    // headers for a changed body. Source: RFC 9110 section 7.7.
    res.setHeader('cache-control', 'no-transform')
    res.writeHead(answer.status)
    this.#giveHead(answer)
    if (caching === null) answer.headers.delete('cache-control')
    else answer.headers.set('cache-control', caching)
    res.end()
  }

  #withHead(answer: Response): Response {
    const { res } = this
    res.writeHead(answer.status)
    res.finished = true
    this.#giveHead(answer)
    const { statusCode: status } = res
    return status === answer.status ? answer : new Response(answer.body, { status, headers: answer.headers })
  }

  /**
   * Sets the status and the headers of a response on the `res` of middleware. A header of the response replaces the
   * same header of middleware, except that cookies and `Vary` are combined.
   */
  #takeHead(answer: Response): void {
    const { res } = this
    const vary = res.getHeader('vary')
    if (vary !== undefined) addVary(answer.headers, ...String(vary).split(/\s*,\s*/))
    res.statusCode = answer.status
    res.statusMessage = answer.statusText
    for (const [name, value] of answer.headers) {
      if (name === 'set-cookie') res.appendHeader(name, value)
      else res.setHeader(name, value)
    }
  }

  #giveHead({ headers }: Response): void {
    for (const name of [...headers.keys()]) headers.delete(name)
    for (const [name, value] of listOf(this.res)) headers.append(name, value)
  }
}

/**
 * Lets an error answer with its status from 400 to 599, or else with that of the response, since some middleware sets
 * the status there. An error with a status of its own stays the same object, of its own class; for others, an
 * `HttpError` has it as its cause. An error with the status 500 stays as it is.
 */
function withStatus(error: unknown, code: number): unknown {
  if (typeof error !== 'object' || error === null || HttpError.is(error)) return error
  const { own, message, ...options } = readError(error)
  const status = [own, code].find((one) => Number.isInteger(one) && Number(one) >= 400 && Number(one) <= 599)
  if (status === undefined || status === 500) return error
  try {
    if (status === own && error instanceof Error) return answeringWith(status, error, options)
  } catch {
    // The error is frozen.
  }
  return new HttpError(status, message, { ...options, cause: error })
}

/** Reads what Express reads of an error. An error whose members cannot be read has none. */
function readError(error: object) {
  try {
    const { status, statusCode = status, message, expose, headers } = error as Partial<HttpError>
    const isMap = typeof headers === 'object' && headers !== null
    return { own: statusCode, message, expose: expose === true, headers: isMap ? headers : {} }
  } catch {
    return {}
  }
}

const NOWHERE: AnswerCallbacks = { resolve: () => undefined, reject: () => undefined }

async function asPromise<T>(call: () => T | PromiseLike<T>): Promise<T> {
  return call()
}
