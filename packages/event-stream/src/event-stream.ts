import type { Middleware, Params, ServerRequest } from '@app/core'
import { stream } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { EventBody, StreamContext } from './event-body.ts'
import type { ServerEvent } from './server-event.ts'
import { stillPasses } from './still-passes.ts'

/** The second argument of a generator; the first one is the request. */
export interface EventStreamContext {
  /** The id of the last event that the client has seen, if it reconnects. The client chooses this id: check it. */
  readonly lastEventId: string | undefined
  /**
   * Aborts when the stream ends: the client leaves, or the server stops. Pass it to everything that the generator waits
   * for.
   */
  readonly signal: AbortSignal
}

/** Yields the events for one client; most often an `async function*`. */
export type EventGenerator<P = Params> = (
  request: ServerRequest<P>,
  context: EventStreamContext,
) => AsyncIterable<ServerEvent>

/** Options of `eventStream`. */
export interface EventStreamOptions {
  /**
   * Sends a comment after this many seconds without an event, so that proxies keep the connection open; 0 for none.
   * Default: 15.
   */
  readonly heartbeat?: number | undefined
  /** Lets middleware and proxies compress the stream, by leaving out `no-transform`. Default: `false`. */
  readonly compressible?: boolean | undefined
  /**
   * Middleware that the request passes again before each event and each comment, such as `session()` and
   * `authentication()`: the stream ends if one refuses it, or finds another identity or other roles. Default: none, so
   * that a stream outlives a log-out.
   */
  readonly guards?: readonly Middleware[] | undefined
}

/**
 * Makes a handler that answers with server-sent events:
 * `app.get('/news', eventStream(async function* (request) { … }))`.
 *
 * The generator runs on to its next event when the client has read the one before. Its `finally` runs when the client
 * leaves and when the server stops; if the generator waits for something, pass it the `signal`. An error of the
 * generator goes to `onError`, like an error that no middleware answered, and ends the stream; browsers reconnect by
 * themselves. Throws an `OptionError` for an unknown or invalid option. Source: HTML Standard, 9.2.
 *
 * @example
 * app.get(
 *   '/clock',
 *   eventStream(async function* (_request, { signal }) {
 *     while (!signal.aborted) {
 *       yield { data: new Date().toISOString() }
 *       await new Promise((resolve) => setTimeout(resolve, 1_000))
 *     }
 *   }),
 * )
 */
export function eventStream<P = Params>(
  generate: EventGenerator<P>,
  options?: EventStreamOptions,
): (request: ServerRequest<P>) => Response
export function eventStream(
  generate: EventGenerator,
  options: EventStreamOptions = {},
): (request: ServerRequest) => Response {
  const { heartbeat = 15, compressible = false, guards = [] } = checkOptions('eventStream()', options, KINDS)
  const headers = { ...HEADERS, 'cache-control': compressible ? 'no-cache' : 'no-cache, no-transform' }
  return function eventStream(request) {
    if (request.method === 'HEAD') return new Response(null, { headers })
    const context = new StreamContext(lastEventId(request.headers))
    const events = iteratorOf(generate(request, context))
    const isIn = guards.length > 0 ? stillPasses(guards, request) : undefined
    return stream(new EventBody(request, events, context, heartbeat, isIn), { headers })
  }
}

function iteratorOf(events: AsyncIterable<unknown>): AsyncIterator<unknown> {
  const begin: unknown = (events as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator]
  if (typeof begin === 'function') return begin.call(events)
  throw new TypeError('eventStream(): the function gives no events. Write eventStream(async function* (request) { … })')
}

/**
 * Reads the header `Last-Event-ID`. Clients send the id in UTF-8, but a server reads headers as Latin-1, so the id is
 * decoded again.
 */
function lastEventId(headers: Headers): string | undefined {
  const header = headers.get('last-event-id')
  if (!header) return undefined
  if (!/^[\x00-\xff]*$/.test(header)) return header
  return new TextDecoder().decode(Uint8Array.from(header, (character) => character.charCodeAt(0)))
}

const HEADERS = {
  'content-type': 'text/event-stream',
  // nginx would hold back events until it has some KiB of them.
  'x-accel-buffering': 'no',
}

const KINDS = {
  heartbeat: optionKind.seconds,
  compressible: optionKind.boolean,
  guards: {
    wants: 'a list of middleware, such as [session, authentication]',
    accepts: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'function'),
  },
}
