import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerTo } from '../messages/http-error.ts'
import type { Answer, RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import { parseTarget, type RequestTarget } from '../messages/request-target.ts'
import { text } from '../messages/response-helpers.ts'
import { sendOnce } from '../messages/send-once.ts'
import { atBasePath, createRequest, type ServerRequest } from '../messages/server-request.ts'
import { type ErrorListener, report } from '../pipeline/boundary.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RUNNER, type Runner } from '../pipeline/runner.ts'
import { withinTime } from './handler-timeout.ts'
import { connectionOf } from './http2.ts'
import { NodeSource } from './node-source.ts'
import { enter, leave } from './requests-in-flight.ts'
import { hasLength } from './response-head.ts'
import type { ServerState } from './server-state.ts'
import { bodyFraming } from './unread-body.ts'
import { writeResponse } from './write-response.ts'

/** Hears a message of node:http; the promise, if there is one, settles when the answer is out. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** How whoever stands around hears that nothing here answered, or of an error before anything was sent. */
export type Next = (error?: unknown) => void

/** What runs a pipeline or an application; one around any other handler. */
export function runnerOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): Runner {
  if (RUNNER in handler) return handler[RUNNER] as Runner
  // A pipeline of another copy of this package is an object with `process` and is piped as such.
  return new Pipeline(onError ? { onError } : {}).pipe(handler)[RUNNER]
}

/** Connects an entry, which answers every request and never throws, to node:http. */
export function nodeListener(entry: RequestHandler, server: ServerState): NodeListener {
  return (incoming, outgoing) => {
    const request = begin(incoming, outgoing, server, '')
    return request && answer(entry, request)
  }
}

/** Has an entry answer a request. */
export function answer(entry: RequestHandler, request: ServerRequest): void | Promise<void> {
  try {
    return end(entry(request), request)
  } catch (error) {
    return fail(error, request)
  }
}

/**
 * Begins an exchange with the first view of a request that node received.
 *
 * `undefined` is for a target or a body that can be read in two ways: nothing is guessed, and the answer is 400. So it
 * is where the base path is `undefined`.
 */
export function begin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: ServerState,
  basePath: string | undefined,
): ServerRequest | undefined {
  const method = incoming.method as string
  const target = basePath === undefined ? undefined : parseTarget(method, incoming.url as string)
  const framing = bodyFraming(incoming)
  if (target === undefined || framing === 'unreadable') {
    if (framing === 'unreadable') outgoing.shouldKeepAlive = false
    const request = createRequest(new NodeSource(incoming, outgoing, UNREAD, framing, server), method)
    void answer(server.refuse, request)
    return undefined
  }
  if (!basePath) return createRequest(new NodeSource(incoming, outgoing, target, framing, server), method)
  const whole = { path: basePath + target.path, search: target.search }
  return atBasePath(createRequest(new NodeSource(incoming, outgoing, whole, framing, server), method), basePath)
}

/**
 * Ends an exchange with its answer; the promise, if there is one, settles when that is out.
 *
 * With `next` an answer of `passOn` is none, and an error is somebody else's as long as nothing was sent. May throw what
 * `fail` is for.
 */
export function end(answer: Answer, request: ServerRequest, next?: Next): void | Promise<void> {
  if (answer instanceof Promise) {
    const { handlerTimeout } = (request.source as NodeSource).server
    return finish(handlerTimeout ? withinTime(answer, request, handlerTimeout) : answer, request, next)
  }
  const written = write(answer, request, next)
  return written && finish(written, request, next)
}

/** The continuation of an exchange with a `next`: nothing answered, whatever is added to this on the way out. */
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
  return writeResponse(response, source as NodeSource)
}

/** Waits for an answer, or for the last octet of one. */
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

/** The last resort: nothing sent yet is a plain 500; a started answer is cut off, so that the client sees it is not whole. */
export function fail(error: unknown, request: ServerRequest, next?: Next): void {
  const source = request.source as NodeSource
  const { outgoing } = source
  // That of an answer that could not be written may be the reason why.
  if (!outgoing.headersSent) outgoing.statusMessage = ''
  if (next !== undefined && !outgoing.headersSent) {
    next(error)
    return
  }
  report(error, request, source.server.onError)
  try {
    // The status of an answer that could not be written may have told node that there is no body.
    if (outgoing.headersSent || !hasLength(outgoing.statusCode)) outgoing.destroy()
    else write(answerTo(undefined), request, undefined)?.catch(() => outgoing.destroy())
  } catch {
    outgoing.destroy()
  }
}

/** What is shown of a target that was not read. */
const UNREAD: RequestTarget = { path: '/', search: '' }
