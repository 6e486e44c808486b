import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseTarget } from '../messages/request-target.ts'
import { createRequest, type ServerRequest } from '../messages/server-request.ts'
import type { RequestHandler } from '../middleware/middleware.ts'
import { type ErrorListener, report } from '../pipeline/boundary.ts'
import { NodeSource } from './node-source.ts'
import { writeResponse } from './write-response.ts'

/** Hears a request of node:http; the promise, if there is one, settles when the answer is out. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** What a listener needs to know of the server around it. */
export interface Surrounding {
  readonly bodyLimit: number
  readonly onError: ErrorListener | undefined
  /** From now on each answer tells its client that the connection ends. */
  isClosing: boolean
}

/** Connects an entry, which answers every request and never throws, to node:http. */
export function nodeListener(entry: RequestHandler, server: Surrounding): NodeListener {
  return (incoming, outgoing) => {
    const method = incoming.method as string
    const target = parseTarget(method, incoming.url as string)
    if (target === undefined) return refuse(outgoing)
    const request = createRequest(new NodeSource(incoming, outgoing, target, server.bodyLimit), method)
    try {
      const answer = entry(request)
      if (answer instanceof Promise) return finish(answer, outgoing, request, server)
      if (server.isClosing) outgoing.shouldKeepAlive = false
      const written = writeResponse(outgoing, answer)
      return written?.catch((error: unknown) => fail(error, outgoing, request, server))
    } catch (error) {
      return fail(error, outgoing, request, server)
    }
  }
}

async function finish(
  answer: Promise<Response>,
  outgoing: ServerResponse,
  request: ServerRequest,
  server: Surrounding,
): Promise<void> {
  try {
    const response = await answer
    if (server.isClosing) outgoing.shouldKeepAlive = false
    await writeResponse(outgoing, response)
  } catch (error) {
    fail(error, outgoing, request, server)
  }
}

/** A target that can be read in two ways is not guessed at. */
function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, ['content-type', 'text/plain; charset=utf-8', 'content-length', '11'])
  outgoing.end('Bad Request')
}

/** The last resort: nothing sent yet is a plain 500; a started answer is cut off, so that the client sees it is not whole. */
function fail(error: unknown, outgoing: ServerResponse, request: ServerRequest, { onError }: Surrounding): void {
  report(error, request, onError)
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(500, ['content-type', 'text/plain; charset=utf-8', 'content-length', '21'])
  outgoing.end('Internal Server Error')
}
