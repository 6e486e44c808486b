import type { IncomingMessage, ServerResponse } from 'node:http'
import { changed } from '../messages/before-sending.ts'
import { discard } from '../messages/discard.ts'
import { answerTo, HttpError } from '../messages/http-error.ts'
import type { Answer, RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import { parseTarget, type RequestTarget } from '../messages/request-target.ts'
import { atBasePath, createRequest } from '../messages/request-view.ts'
import { text } from '../messages/response-helpers.ts'
import { sendOnce } from '../messages/send-once.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { type ErrorListener, report, reportLast } from '../pipeline/boundary.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RUNNER, type Runner } from '../pipeline/runner.ts'
import { connectionOf } from './http2.ts'
import { NodeSource } from './node-source.ts'
import { hasLength } from './response-head.ts'
import { describeRequest, enter, leave, type ServerState } from './server-state.ts'
import { bodyFraming, isBehindEnd } from './unread-body.ts'
import { writeResponse } from './write-response.ts'

/**
 * Handles a message of node:http. Returns a promise, which settles when the answer was sent, unless it was sent at
 * once.
 */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** Tells the surrounding framework that nothing here answered, or passes it an error before anything was sent. */
export type Next = (error?: unknown) => void

/** The runner of a pipeline or application; for other handlers, the runner of a new pipeline around it. */
export function runnerOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): Runner {
  if (RUNNER in handler) return handler[RUNNER] as Runner
  // A pipeline of another copy of this package is piped like any object with `process`.
  return new Pipeline(onError ? { onError } : {}).pipe(handler)[RUNNER]
}

/** Makes a listener for node:http of an entry, which answers every request and never throws. */
export function nodeListener(entry: RequestHandler, server: ServerState): NodeListener {
  return (incoming, outgoing) => {
    const request = begin(incoming, outgoing, server, '')
    return request && answer(entry, request)
  }
}

/** Answers a request by an entry. */
export function answer(entry: RequestHandler, request: ServerRequest): void | Promise<void> {
  try {
    return end(entry(request), request)
  } catch (error) {
    return fail(error, request)
  }
}

/**
 * Begins an exchange: makes the first view of a request that node received.
 *
 * Answers 400 and gives `undefined` if the target or the framing of the body is ambiguous, or if the base path is
 * `undefined`. Gives `undefined` without an answer for a message behind one that ends the connection.
 */
export function begin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: ServerState,
  basePath: string | undefined,
): ServerRequest | undefined {
  if (isBehindEnd(incoming, outgoing)) return undefined
  const method = incoming.method as string
  const target = basePath === undefined ? undefined : parseTarget(method, incoming.url as string)
  const framing = bodyFraming(incoming, outgoing)
  if (target === undefined || framing === 'unreadable') {
    const request = createRequest(new NodeSource(incoming, outgoing, UNREAD, framing, server), method)
    void answer(server.refuse, request)
    return undefined
  }
  if (!basePath) return createRequest(new NodeSource(incoming, outgoing, target, framing, server), method)
  const whole = { path: basePath + target.path, search: target.search }
  return atBasePath(createRequest(new NodeSource(incoming, outgoing, whole, framing, server), method), basePath)
}

/**
 * Ends an exchange: sends the answer. Returns a promise, which settles when the answer was sent, unless it was sent at
 * once.
 *
 * With `next`, it passes on an answer of `passOn`, and an error before anything was sent. May throw errors for `fail`.
 */
export function end(answer: Answer, request: ServerRequest, next?: Next): void | Promise<void> {
  if (answer instanceof Promise) {
    const { handlerTimeout } = (request.source as NodeSource).server
    return finish(handlerTimeout ? withinTime(answer, request, handlerTimeout) : answer, request, next)
  }
  const written = write(answer, request, next)
  return written && finish(written, request, next)
}

/**
 * The last handler of an exchange with `next`. Its response means that nothing answered, whatever middleware adds to
 * it.
 */
export const passOn: RequestHandler = () => {
  const response = text('Not Found', { status: 404 })
  passed.add(response)
  return response
}

const passed = new WeakSet<Response>()

function write(response: Response, { source }: ServerRequest, next: Next | undefined): void | Promise<void> {
  if (next !== undefined) {
    if (passed.has(response)) {
      next()
      return
    }
    sendOnce(response)
  }
  const { server, outgoing } = source as NodeSource
  if (server.isClosing) outgoing.shouldKeepAlive = false
  return writeResponse(next === undefined ? response : changed(response, source), source as NodeSource)
}

/** Waits for an answer, or until its last octet was sent. */
async function finish(
  pending: Promise<Response> | Promise<void>,
  request: ServerRequest,
  next: Next | undefined,
): Promise<void> {
  const socket = connectionOf((request.source as NodeSource).outgoing.req)
  enter(socket, request)
  try {
    const response = await pending
    if (response !== undefined) await write(response, request, next)
  } catch (error) {
    fail(error, request, next)
  } finally {
    leave(socket, request)
  }
}

/**
 * The last resort for errors. Answers a plain 500, or cuts off an answer that has begun, so that the client notices
 * that it is incomplete.
 */
export function fail(error: unknown, request: ServerRequest, next?: Next): void {
  const source = request.source as NodeSource
  const { outgoing } = source
  // An invalid reason phrase may be the cause of the error.
  if (!outgoing.headersSent) outgoing.statusMessage = ''
  if (next !== undefined && !outgoing.headersSent) {
    next(error)
    return
  }
  report(error, request, source.server.onError)
  try {
    // With the status of the failed answer, node may already expect that there is no body.
    if (outgoing.headersSent || !hasLength(outgoing.statusCode)) outgoing.destroy()
    else write(answerTo(undefined), request, undefined)?.catch(() => outgoing.destroy())
  } catch {
    outgoing.destroy()
  }
}

/** Stands for a target that was refused. */
const UNREAD: RequestTarget = { path: '/', search: '' }

/**
 * Gives the answer, or a 503 if it takes longer than the server's `handlerTimeout`.
 *
 * The signal of the request is then aborted with a `TimeoutError`, and a late answer is discarded.
 */
function withinTime(answer: Promise<Response>, request: ServerRequest, ms: number): Promise<Response> {
  const source = request.source as NodeSource
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new HttpError(503, `${describeRequest(request)} was not answered within ${ms} ms`)
      reportLast(error, request, source.server.onError)
      source.abort(new DOMException(error.message, 'TimeoutError'))
      answer.then(discard, () => undefined)
      resolve(answerTo(error))
    }, ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
