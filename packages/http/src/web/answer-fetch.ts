import { refuseSecond } from '@app/checks'
import { ONE_HANDLER, type Servable, servableOf } from '../life/servable.ts'
import { FetchSource } from '../request/fetch-source.ts'
import { announceEnd } from '../request/request-end.ts'
import type { Awaitable, RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import { authorityOf, parseTarget, type RequestTarget } from '../request/request-target.ts'
import { createRequest, PLATFORM } from '../request/server-request.ts'
import { discard } from '../response/discard.ts'

/**
 * Makes a function from a Fetch `Request` to a `Response`, as Workers, Bun and Deno serve it:
 * `export default { fetch }`.
 *
 * The arguments that the platform passes after the request become the attribute `PLATFORM`. The function never throws:
 * errors are answered as by a server.
 *
 * @example
 * export default { fetch: toFetchHandler(() => text('Hello!')) }
 */
export function toFetchHandler(
  handler: RequestHandler | RequestHandlerInterface,
): (request: Request, ...platform: unknown[]) => Awaitable<Response>
export function toFetchHandler(
  handler: RequestHandler | RequestHandlerInterface,
  ...more: readonly unknown[]
): (request: Request, ...platform: unknown[]) => Awaitable<Response> {
  refuseSecond('toFetchHandler', more, ONE_HANDLER)
  const servable = servableOf(handler)
  return (request, ...platform) => answerFetch(servable, request, platform)
}

/** Answers a Fetch `Request`. `platform`, the further arguments of `fetch`, becomes the attribute `PLATFORM`. */
export function answerFetch(servable: Servable, request: Request, platform: readonly unknown[]): Awaitable<Response> {
  return answer(servable, request, targetOf(request.url), platform)
}

/** Answers the request of a test, without a socket, for a path or an absolute URL, spelled as in a request line. */
export async function answerTest(
  servable: Servable,
  pathOrUrl: string,
  init: ConstructorParameters<typeof Request>[1],
): Promise<Response> {
  const target = pathOrUrl.replace(NOT_ASCII, (characters) => encodeURI(characters.toWellFormed()))
  const method = init?.method ?? 'GET'
  const { path: canonical, search } = parseTarget(method.toUpperCase(), target) ?? NO_TARGET
  const request = new Request(`${originOf(target)}${canonical}${search}`, init)
  return answer(servable, init?.body instanceof FormData ? await inOnePiece(request) : request, target, [])
}

/**
 * Returns the request with a body of one chunk. Node passes the chunks of a form to the body's stream one after the
 * other, even if the stream was cancelled, and then rejects a promise that nothing handles.
 */
async function inOnePiece(request: Request): Promise<Request> {
  return new Request(request, { body: await request.arrayBuffer() })
}

function answer(
  servable: Servable,
  request: Request,
  target: string,
  platform: readonly unknown[],
): Awaitable<Response> {
  const { method } = request
  const parsed = parseTarget(method, target)
  const source = new FetchSource(request, parsed ?? NO_TARGET, servable)
  if (!parsed) source.refusedTarget = target
  const attributes = platform.length ? { id: PLATFORM.id, value: platform, earlier: undefined } : undefined
  const view = createRequest(source, method, attributes)
  const answer = parsed ? servable.handle(view) : servable.refuse(view)
  if (answer instanceof Promise) return answer.then((response) => handedOver(response, method, source))
  return handedOver(answer, method, source)
}

/**
 * Returns the response as the platform gets it. If the request has a listener for its end, reading the response to its
 * end calls that listener.
 */
function handedOver(response: Response, method: string, { endListener }: FetchSource): Response {
  const sent = method === 'HEAD' ? withoutBody(response) : response
  return endListener ? announceEnd(sent, endListener) : sent
}

/**
 * Returns the scheme and host of an absolute URL; `http://localhost` for a path, and for a host that no URL can have.
 */
function originOf(target: string): string {
  const authority = authorityOf(target)
  const origin = `${target.slice(0, target.indexOf(':'))}://${authority}`
  return authority !== undefined && URL.canParse(origin) ? origin : 'http://localhost'
}

function withoutBody(response: Response): Response {
  const { status, statusText, headers } = response
  discard(response)
  return new Response(null, { status, statusText, headers })
}

/** Returns the target in the form of a request line: the platform's URL without scheme, authority and fragment. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start === -1) return '/'
  const end = url.indexOf('#', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/** The target that a request gets if its own target has no canonical path. */
const NO_TARGET: RequestTarget = { path: '/', search: '' }
const NOT_ASCII = /[^\x00-\x7f]+/g
