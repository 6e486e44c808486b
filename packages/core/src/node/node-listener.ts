import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from '../messages/request-handler.ts'
import { parseTarget } from '../messages/request-target.ts'
import { createRequest, type ServerRequest } from '../messages/server-request.ts'
import { report } from '../pipeline/boundary.ts'
import { withinTime } from './handler-timeout.ts'
import { NodeSource } from './node-source.ts'
import { enter, leave } from './requests-in-flight.ts'
import type { Surrounding } from './surrounding.ts'
import { type BodyFraming, bodyFraming, settleBody } from './unread-body.ts'
import { writeResponse } from './write-response.ts'

/** Hears a request of node:http; the promise, if there is one, settles when the answer is out. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** Connects an entry, which answers every request and never throws, to node:http. */
export function nodeListener(entry: RequestHandler, server: Surrounding): NodeListener {
  return (incoming, outgoing) => {
    const method = incoming.method as string
    const target = parseTarget(method, incoming.url as string)
    const framing = bodyFraming(incoming)
    if (target === undefined || framing === 'unreadable') return refuse(outgoing, framing, server)
    const source = new NodeSource(incoming, outgoing, target, framing, server)
    const request = createRequest(source, method)
    try {
      const answer = entry(request)
      if (answer instanceof Promise) return finish(answer, outgoing, request, source, server)
      if (server.isClosing) outgoing.shouldKeepAlive = false
      const written = writeResponse(outgoing, answer, framing)
      return written && finishWriting(written, outgoing, request, source, server)
    } catch (error) {
      return fail(error, outgoing, request, source, server)
    }
  }
}

async function finish(
  answer: Promise<Response>,
  outgoing: ServerResponse,
  request: ServerRequest,
  source: NodeSource,
  server: Surrounding,
): Promise<void> {
  const { socket } = outgoing.req
  enter(socket, request)
  try {
    const { handlerTimeout, onError } = server
    const response = await (handlerTimeout ? withinTime(answer, handlerTimeout, request, source, onError) : answer)
    if (server.isClosing) outgoing.shouldKeepAlive = false
    await writeResponse(outgoing, response, source.framing)
  } catch (error) {
    fail(error, outgoing, request, source, server)
  } finally {
    leave(socket, request)
  }
}

async function finishWriting(
  written: Promise<void>,
  outgoing: ServerResponse,
  request: ServerRequest,
  source: NodeSource,
  server: Surrounding,
): Promise<void> {
  const { socket } = outgoing.req
  enter(socket, request)
  try {
    await written
  } catch (error) {
    fail(error, outgoing, request, source, server)
  } finally {
    leave(socket, request)
  }
}

/** What can be read in two ways is not guessed at. */
function refuse(outgoing: ServerResponse, framing: BodyFraming, server: Surrounding): void {
  if (framing === 'unreadable') outgoing.shouldKeepAlive = false
  writeFixed(outgoing, 400, 'Bad Request', framing, server)
}

/** The last resort: nothing sent yet is a plain 500; a started answer is cut off, so that the client sees it is not whole. */
function fail(
  error: unknown,
  outgoing: ServerResponse,
  request: ServerRequest,
  { framing }: NodeSource,
  server: Surrounding,
): void {
  report(error, request, server.onError)
  try {
    // The status of an answer that could not be written may have told node that there is no body.
    if (outgoing.headersSent || WITHOUT_BODY.has(outgoing.statusCode)) outgoing.destroy()
    else writeFixed(outgoing, 500, 'Internal Server Error', framing, server)
  } catch {
    outgoing.destroy()
  }
}

function writeFixed(
  outgoing: ServerResponse,
  status: number,
  text: string,
  framing: BodyFraming,
  { isClosing }: Surrounding,
): void {
  if (isClosing) outgoing.shouldKeepAlive = false
  if (framing !== 'none') settleBody(outgoing)
  const head = ['content-type', 'text/plain; charset=utf-8', 'content-length', String(text.length)]
  if (!outgoing.shouldKeepAlive) head.push('connection', 'close')
  outgoing.writeHead(status, text, head)
  outgoing.end(text)
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304])
