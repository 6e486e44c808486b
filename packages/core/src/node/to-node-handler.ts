import type { IncomingMessage, ServerResponse } from 'node:http'
import { canonicalPath } from '@app/router'
import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { Runner } from '../pipeline/runner.ts'
import { answer, begin, end, fail, type Next, nodeListener, passOn, runnerOf } from './exchange.ts'
import { likeHttp1, streamOf } from './http2.ts'
import type { NodeHandler, NodeHandlerOptions } from './server.ts'
import { type ServerState, stateOf } from './server-state.ts'

/**
 * A listener for node's servers, and middleware for Express, Fastify and Nest: `express().use('/new', toNodeHandler(app))`.
 *
 * With `next` it passes on what nothing answers, and errors as long as nothing was sent. It settles when the answer is
 * out. A prefix that the other framework took off (`baseUrl`) becomes the base path. A path that is not in its canonical
 * spelling is a 400 there, unless `anySpelling` allows it.
 */
export function toNodeHandler(
  handler: RequestHandler | RequestHandlerInterface,
  options: NodeHandlerOptions = {},
): NodeHandler {
  const runner = runnerOf(handler, options.onError)
  const alone = stateOf(runner, options)
  const surrounded: ServerState = { ...alone, isSurrounded: true }
  const listener = nodeListener(runner.handle, alone)
  return async (message, response, next) => {
    const incoming = message as Surrounded
    const outgoing = response as ServerResponse
    if (streamOf(incoming)) likeHttp1(outgoing)
    if (next === undefined && incoming.originalUrl === undefined) return listener(incoming, outgoing)
    const basePath = basePathOf(incoming, options.anySpelling)
    const request = begin(incoming, outgoing, surrounded, basePath)
    if (request !== undefined) await (next ? pass(runner, request, next) : answer(runner.handle, request))
  }
}

/** Has a pipeline or an application answer; what it does not, or not yet when it fails, is for whoever stands around. */
async function pass(runner: Runner, request: ServerRequest, next: Next): Promise<void> {
  try {
    await runner.ready()
    await end(runner.process(request, passOn), request, next)
  } catch (error) {
    fail(error, request, next)
  }
}

/** A message as Express and its like hand it on: the target without the prefix, beside the prefix and the whole. */
interface Surrounded extends IncomingMessage {
  readonly baseUrl?: string
  readonly originalUrl?: string
}

/**
 * The prefix that was taken off before we were called; `undefined` for a target that is to be refused.
 *
 * Whoever stands around compares paths as they came. One that becomes another only in here has passed its guards for
 * what it was there.
 */
function basePathOf({ baseUrl = '', url = '' }: Surrounded, anySpelling = false): string | undefined {
  const basePath = baseUrl === '' ? '' : canonicalPath(baseUrl)
  if (anySpelling) return basePath
  const path = PATH.exec(url)?.[1] || '/'
  return basePath === baseUrl && (url === '*' || canonicalPath(path) === path) ? basePath : undefined
}

/** The path of a target, behind the authority where there is one. */
const PATH = /^(?:https?:\/\/[^/?#]*)?([^?]*)/i
