import type { Awaitable, RequestHandler, ServerRequest } from '@app/core'
import { isWatched, refuseUnknown } from '@app/core/extending'
import type { EndpointDescription } from '../endpoint.ts'
import { checkDescription } from './check-description.ts'
import type { EndpointContext, EndpointHandler } from './endpoint-handler.ts'
import { type Input, inputReader } from './input-reader.ts'
import { Reply, type ReplyInit } from './reply.ts'
import { replyWriter } from './reply-writer.ts'

/** Options of `implement` and `handlerFor`. */
export interface EndpointOptions {
  /**
   * `true` checks responses against their schemas; a response that does not fit is a `ReplyError`. Default: `true` if
   * `NODE_ENV` is `development` or `test`, else `false`.
   */
  readonly checkReplies?: boolean | undefined
}

/**
 * Makes the handler of an endpoint, for a service that a route in the configuration names: `entryFor(createNote,
 * 'acme/notes.create')`.
 *
 * The returned handler validates each request by the description, calls the given handler with the output of the
 * schemas, and answers with the value of the given handler. For a request that does not fit, the returned handler
 * throws `InputError`. `handlerFor` itself throws a `ConfigurationError` (`APP_ENDPOINT`) for a description that cannot
 * be served, and an `OptionError` for an unknown option.
 *
 * @example
 * const readNote = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: z.object({ id: z.string() }) } })
 * app.get(
 *   readNote.path,
 *   handlerFor(readNote, ({ params }) => ({ id: params.id })),
 * )
 */
export function handlerFor<D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  options: EndpointOptions = {},
): RequestHandler {
  refuseUnknown('handlerFor()', options, ['checkReplies'])
  const { checkReplies = isWatched() } = options
  checkDescription(description)
  const read = inputReader(description)
  const write = replyWriter(description, checkReplies)

  function answer({ params, query, headers, cookies, body }: Input, request: ServerRequest): Awaitable<Response> {
    const context = { params, query, headers, cookies, body, request, respond }
    const given: unknown = handler(context as EndpointContext<D>)
    return isThenable(given) ? Promise.resolve(given).then((settled) => write(settled, request)) : write(given, request)
  }

  return function endpoint(request) {
    const input = read(request)
    return input instanceof Promise ? input.then((settled) => answer(settled, request)) : answer(input, request)
  }
}

function respond(status: number, value?: unknown, init?: ReplyInit): Reply {
  if (init === undefined) return new Reply(status, value, init)
  refuseUnknown('respond()', init, ['headers'])
  return new Reply(status, value, { headers: asTexts(init.headers) })
}

/**
 * Writes the values of headers as strings, since headers are sent as strings. Leaves out a header that is `undefined`.
 */
function asTexts(headers: object = {}): Readonly<Record<string, string>> {
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
