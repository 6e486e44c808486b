import type { IncomingMessage, ServerResponse } from 'node:http'
import { changed, sendOnce } from '../life/boundary.ts'
import { report, reportLast } from '../life/report.ts'
import type { Servable } from '../life/servable.ts'
import type { Awaitable, RequestHandler } from '../request/request-handler.ts'
import { parseTarget, type RequestTarget } from '../request/request-target.ts'
import { createRequest, type ServerRequest } from '../request/server-request.ts'
import { discard } from '../response/discard.ts'
import { answerTo, HttpError } from '../response/http-error.ts'
import { text } from '../response/response-helpers.ts'
import { NodeSource } from './node-source.ts'
import { isMadeByHand } from './raw-header.ts'
import { countAnswered, mayWait } from './requests-ahead.ts'
import { hasLength } from './response-head.ts'
import { describeRequest, enter, forget, type ServerState } from './server-state.ts'
import { bodyFraming, isBehindEnd } from './unread-body.ts'
import { handOver } from './upgrades.ts'
import { writeResponse } from './write-response.ts'

/**
 * The listener that node:http calls with each request and its response. It sends the response at once, or when the
 * promise of the response settles.
 */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Tells the surrounding framework that this handler has not answered the request; with an argument, that it has failed
 * before anything was sent.
 */
export type Next = (error?: unknown) => void

/** Makes a listener for node:http that answers every request. It never throws. */
export function nodeListener(servable: Servable, server: ServerState): NodeListener {
  return (incoming, outgoing) => {
    const request = begin(incoming, outgoing, server, '')
    if (request !== undefined) answer(servable, request)
  }
}

/**
 * Begins an exchange: makes the `ServerRequest` for a request that node received.
 *
 * Answers 400 and returns `undefined` if `parseTarget` refuses the target, or if `bodyFraming` finds the headers
 * unreadable. It does the same if `basePath` is `undefined`, which means that the surrounding framework has passed a
 * path that has to be refused. Overlong headers are answered with 431, as node itself does from 22 on. Returns
 * `undefined` without a response if the connection ends with the response to an earlier message, or if too many
 * requests of it wait.
 */
export function begin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: ServerState,
  basePath: string | undefined,
): ServerRequest | undefined {
  // A response has no socket while an earlier response of the same connection is still being sent.
  if (outgoing.socket === null && isBehindEnd(incoming)) return undefined
  const method = incoming.method as string
  const target = basePath === undefined ? undefined : parseTarget(method, incoming.url as string)
  const framing = bodyFraming(incoming, outgoing)
  if (target === undefined || framing === 'unreadable' || framing === 'overlong') {
    const source = new NodeSource(incoming, outgoing, UNREAD, framing, server)
    source.refusedTarget = incoming.url
    const request = createRequest(source, method)
    settle(framing === 'overlong' ? answerTo(new HttpError(431)) : server.refuse(request), request)
    return undefined
  }
  const whole = basePath ? { path: basePath + target.path, search: target.search } : target
  const source = new NodeSource(incoming, outgoing, whole, framing, server)
  if (basePath) source.outerPath = basePath
  if (outgoing.socket === null && !isMadeByHand(incoming) && !mayWait(source)) return undefined
  return createRequest(source, method)
}

/** Calls a servable with a request, and sends the response. */
export function answer(servable: Servable, request: ServerRequest): void {
  const source = request.source as NodeSource
  try {
    const direct = source.server.handlerTimeout ? undefined : servable.direct
    if (direct === undefined) settle(servable.handle(request), request)
    else if (direct(request, send)) enter(source)
  } catch (error) {
    endAfterError(error, request)
  }
}

/**
 * Sends a response: at once, or when its promise settles. If that takes longer than the server's `handlerTimeout`, a
 * 503 is sent.
 */
export function settle(answer: Awaitable<Response>, request: ServerRequest): void {
  if (!(answer instanceof Promise)) {
    send(answer, request)
    return
  }
  const source = request.source as NodeSource
  const { handlerTimeout } = source.server
  enter(source)
  const pending = handlerTimeout ? withinTime(answer, request, handlerTimeout) : answer
  pending.then(
    (response) => send(response, request),
    (error) => endAfterError(error, request),
  )
}

/**
 * The last handler of a request that a surrounding framework has passed with `next`. Its response means "nothing has
 * answered", even after middleware has added headers to it.
 */
export const passOn: RequestHandler = () => {
  const response = text('Not Found', { status: 404 })
  passed.add(response)
  return response
}

const passed = new WeakSet<Response>()

/**
 * Ends an exchange: sends the response. Never throws.
 *
 * For a request that came with `next`, it calls `next()` instead of sending a response that `passOn` made, and
 * `next(error)` for an error that comes before anything was sent.
 */
function send(response: Response, request: ServerRequest): void {
  const source = request.source as NodeSource
  const { server, outgoing, next } = source
  try {
    if (next !== undefined) {
      if (passed.has(response)) {
        source.handOverBody((lost) => {
          try {
            handOn(next, lost, source)
          } catch (error) {
            endAfterError(error, request)
          }
        })
        return
      }
      sendOnce(response)
    }
    if (server.isClosing) outgoing.shouldKeepAlive = false
    const written =
      response.status === 101
        ? (handOver(response, source) ?? writeResponse(response, source))
        : writeResponse(next === undefined ? response : changed(response, request), source)
    if (written === undefined) {
      leave(source)
      return
    }
    enter(source)
    written.then(
      () => leave(source),
      (error) => endAfterError(error, request),
    )
  } catch (error) {
    endAfterError(error, request)
  }
}

/**
 * Handles errors that come too late for error handlers, such as an error while a response is sent. Before anything was
 * sent, it answers a plain 500, or calls `next(error)` for a request that came with `next`. A response that has begun
 * is cut off, so that the client notices that the response is incomplete.
 */
export function endAfterError(error: unknown, request: ServerRequest): void {
  const source = request.source as NodeSource
  const { outgoing, next } = source
  // The reason phrase is removed, since an invalid one may be the cause of the error.
  if (!outgoing.headersSent) outgoing.statusMessage = ''
  if (next !== undefined && !outgoing.headersSent) {
    // An error handler may let the routes after it answer.
    source.handOverBody(() => handOn(next, error, source))
    return
  }
  leave(source)
  report(error, request, source.server.onError)
  try {
    // The connection is cut if the head was sent. It is also cut if the failed response had a status without a body,
    // such as 204: node may then no longer accept the body of the 500.
    if (outgoing.headersSent || !hasLength(outgoing.statusCode)) outgoing.destroy()
    else writeResponse(answerTo(undefined), source)?.catch(() => outgoing.destroy())
  } catch {
    outgoing.destroy()
  }
}

/** Hands a request, or its error, to the surrounding framework. */
function handOn(next: Next, error: unknown, source: NodeSource): void {
  leave(source)
  // The return value of `next` is ignored: in Express it is the return value of a later handler.
  next(error)
}

/**
 * Calls `done` of an exchange that is over, and removes the exchange from the server's list of exchanges that wait for
 * a response.
 */
function leave(source: NodeSource): void {
  source.done?.()
  if (source.isAhead) countAnswered(source)
  if (source.isWaiting) forget(source)
}

/** The target that logs and error listeners see for a request whose own target was refused. */
const UNREAD: RequestTarget = { path: '/', search: '' }

/**
 * Returns the response, or a 503 if it takes longer than the server's `handlerTimeout`.
 *
 * If the time is up, the error is reported, the signal of the request is aborted with a `TimeoutError`, and a late
 * response is discarded.
 */
function withinTime(answer: Promise<Response>, request: ServerRequest, seconds: number): Promise<Response> {
  const source = request.source as NodeSource
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new HttpError(503, `${describeRequest(source)} was not answered within ${seconds} s`)
      reportLast(error, request, source.server.onError)
      source.abort(new DOMException(error.message, 'TimeoutError'))
      answer.then(discard, () => undefined)
      resolve(answerTo(error))
    }, seconds * 1_000)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
