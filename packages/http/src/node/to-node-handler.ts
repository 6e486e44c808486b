import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkOptions, refuseSecond } from '@app/checks'
import { canonicalPath } from '@app/router'
import { decided } from '../life/boundary.ts'
import { logError } from '../life/report.ts'
import { ONE_HANDLER, type Servable, servableOf } from '../life/servable.ts'
import type { Awaitable, RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { answerTo } from '../response/http-error.ts'
import { answer, begin, endAfterError, type Next, passOn, settle } from './exchange.ts'
import { likeHttp1 } from './http2.ts'
import type { NodeSource } from './node-source.ts'
import { completeHeaders, isHttp2, isMadeByHand } from './raw-header.ts'
import type { NodeHandler, NodeHandlerOptions, NodeRequest, NodeResponse } from './server.ts'
import { NODE_HANDLER_OPTIONS } from './server-options.ts'
import { type ServerState, stateOf } from './server-state.ts'

/**
 * Makes a listener for node's servers, which is also middleware for Express, Fastify and Nest:
 * `express().use('/new', toNodeHandler(app))`.
 *
 * If a framework calls the listener with `next`, the framework gets the requests that the handler does not answer, with
 * their bodies, and the errors that come before anything was sent. A body that the handler has read as a stream is lost:
 * passing such a request on is an error. Without `next`, the listener returns a promise that settles when the
 * response was sent. A prefix that the other framework has removed (`baseUrl`) becomes the base path. Inside of a
 * framework, a path in a spelling that is not canonical is answered with 400, unless `anySpelling` is set. Throws an
 * `OptionError` for an unknown option and for one of the wrong kind.
 */
export function toNodeHandler(
  handler: RequestHandler | RequestHandlerInterface,
  options?: NodeHandlerOptions,
): NodeHandler
export function toNodeHandler(
  handler: RequestHandler | RequestHandlerInterface,
  options: NodeHandlerOptions = {},
  ...more: readonly unknown[]
): NodeHandler {
  refuseSecond('toNodeHandler', more, ONE_HANDLER)
  checkOptions('toNodeHandler()', options, NODE_HANDLER_OPTIONS)
  const servable = servableOf(handler, options.onError)
  const alone = stateOf(servable, options, false)
  const surrounded: ServerState = { ...alone, isSurrounded: true }
  const handle = (incoming: Surrounded, outgoing: ServerResponse, next?: Next, done?: () => void) => {
    completeHeaders(incoming)
    // Tests and serverless hosts that make a request and a response themselves may not set `req` of the response.
    if (outgoing.req !== incoming) Object.assign(outgoing, { req: incoming })
    if (isHttp2(incoming)) likeHttp1(outgoing)
    const isAlone = next === undefined && incoming.originalUrl === undefined && options.anySpelling !== false
    const basePath = isAlone ? '' : basePathOf(incoming, options.anySpelling)
    // A response object that node has not made may lack `writeHead` with a list, so its headers are set one by one,
    // as for a surrounding framework.
    const server = isAlone && !isMadeByHand(incoming) ? alone : surrounded
    const request = begin(incoming, outgoing, server, basePath)
    if (request === undefined) return done?.()
    const source = request.source as NodeSource
    source.done = done
    source.next = next
    if (next) void pass(servable, request)
    else answer(servable, request)
  }
  function listener(message: NodeRequest, response: NodeResponse): Promise<void>
  function listener(message: NodeRequest, response: NodeResponse, next: Next): undefined
  function listener(message: NodeRequest, response: NodeResponse, next?: Next): Promise<void> | undefined {
    const [incoming, outgoing] = [message as Surrounded, response as ServerResponse]
    if (next === undefined) return new Promise((resolve) => handle(incoming, outgoing, undefined, resolve))
    // A framework such as h3 takes a promise for the response, and then hears neither an error nor a request that is
    // passed on.
    handle(incoming, outgoing, next)
  }
  return listener
}

/**
 * Runs a pipeline or application inside of a framework. The framework gets the requests that are not answered, and the
 * errors that come before anything was sent.
 */
async function pass(servable: Servable, request: ServerRequest): Promise<void> {
  try {
    await servable.ready()
    settle(afterDecisions(servable, request), request)
  } catch (error) {
    endAfterError(error, request)
  }
}

/** Runs a servable, and what `onOutcome` has registered. The framework answers errors: their status is a guess. */
function afterDecisions(servable: Servable, request: ServerRequest): Awaitable<Response> {
  const decide = (response: Response): Awaitable<Response> => {
    if (request.source.decisions !== undefined)
      return decided(response, request, servable.onError ?? logError).then(decide)
    request.source.outcome = response
    return response
  }
  const refuse = async (error: unknown): Promise<never> => {
    await decide(answerTo(error))
    throw error
  }
  try {
    const answer = servable.process(request, passOn)
    return answer instanceof Promise ? answer.then(decide, refuse) : decide(answer)
  } catch (error) {
    return refuse(error)
  }
}

/**
 * A message as Express passes it on: `url` lacks the prefix; `baseUrl` has the prefix, and `originalUrl` the original
 * target.
 */
interface Surrounded extends IncomingMessage {
  readonly baseUrl?: string
  readonly originalUrl?: string
}

/**
 * Returns the prefix that the framework has removed; `undefined` for a target that has to be refused.
 *
 * Guards of the framework have compared the path as it was sent, and this package uses the canonical spelling. So a
 * path in any other spelling is refused, unless `anySpelling` is set: the guards have seen another path. Only `[`, `]`,
 * `^` and `|` may be sent unencoded, since browsers do that.
 */
function basePathOf(incoming: Surrounded, anySpelling = false): string | undefined {
  const { url = '' } = incoming
  const prefix = prefixOf(incoming)
  const basePath = prefix === '' ? '' : canonicalPath(prefix)
  if (anySpelling) return basePath
  const path = pathIn(url)
  const isCanonical = url === '*' || canonicalPath(path) === encoded(path)
  return isCanonical && basePath === encoded(prefix) ? basePath : undefined
}

/**
 * Percent-encodes the characters that browsers send as they are in a path, and that the canonical spelling has encoded.
 * Source: the URL standard, "path percent-encode set".
 */
function encoded(path: string): string {
  return path.replace(/[[\]^|]/g, encodeURIComponent)
}

/**
 * Finds the prefix that the framework has removed. Express sets it as `baseUrl`. Connect, Polka and Vite only keep the
 * original target, which ends with `url`.
 */
function prefixOf({ baseUrl, originalUrl, url = '' }: Surrounded): string {
  // A `baseUrl` with a query cannot come from Express, only from a test; it is ignored.
  if (baseUrl !== undefined && !baseUrl.includes('?')) return baseUrl
  if (originalUrl === undefined) return ''
  const [whole, path] = [pathIn(originalUrl), pathIn(url)]
  if (whole.endsWith(path)) return whole.slice(0, -path.length)
  return path === '/' ? whole : ''
}

function pathIn(target: string): string {
  return PATH.exec(target)?.[1] || '/'
}

/** The path of a target, without an authority. */
const PATH = /^(?:https?:\/\/[^/?#]*)?([^?]*)/i
