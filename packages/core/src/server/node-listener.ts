import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseTarget } from '../messages/request-target.ts'
import { createRequest, type ServerRequest } from '../messages/server-request.ts'
import type { RequestHandler } from '../middleware/middleware.ts'
import { type ErrorListener, report } from '../pipeline/boundary.ts'
import { NodeSource } from './node-source.ts'
import { writeResponse } from './write-response.ts'

/** Hears a request of node:http; the promise, if there is one, settles when the answer is out. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** Connects an entry, which answers every request and never throws, to node:http. */
export function nodeListener(
  entry: RequestHandler,
  bodyLimit: number,
  onError: ErrorListener | undefined,
): NodeListener {
  return (incoming, outgoing) => {
    const method = incoming.method as string
    const target = parseTarget(method, incoming.url as string)
    if (target === undefined) return refuse(outgoing)
    const request = createRequest(new NodeSource(incoming, outgoing, target, bodyLimit), method)
    try {
      const answer = entry(request)
      if (!(answer instanceof Promise)) return settle(writeResponse(outgoing, answer), outgoing, request, onError)
      return answer
        .then((response) => writeResponse(outgoing, response))
        .catch((error: unknown) => fail(error, outgoing, request, onError))
    } catch (error) {
      return fail(error, outgoing, request, onError)
    }
  }
}

function settle(
  written: void | Promise<void>,
  outgoing: ServerResponse,
  request: ServerRequest,
  onError: ErrorListener | undefined,
): void | Promise<void> {
  return written?.catch((error: unknown) => fail(error, outgoing, request, onError))
}

/** A target that can be read in two ways is not guessed at. */
function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, ['content-type', 'text/plain; charset=utf-8', 'content-length', '11'])
  outgoing.end('Bad Request')
}

/** The last resort: nothing sent yet is a plain 500; a started answer is cut off, so that the client sees it is not whole. */
function fail(
  error: unknown,
  outgoing: ServerResponse,
  request: ServerRequest,
  onError: ErrorListener | undefined,
): void {
  report(error, request, onError)
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(500, ['content-type', 'text/plain; charset=utf-8', 'content-length', '21'])
  outgoing.end('Internal Server Error')
}
