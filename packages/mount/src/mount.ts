import { type Answer, PLATFORM, type ServerRequest } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'

/** Answers a `Request`, as the applications and handlers of other libraries do. */
export type FetchHandler = (request: Request, ...platform: never[]) => Answer

/** An object with such a handler, such as an application of Hono. */
export interface FetchObject {
  readonly fetch: FetchHandler
}

/** Options of `mount`. */
export interface MountOptions {
  /**
   * Takes the prefix under which the handler is piped off its URL, for one that knows nothing of where it is. Default:
   * `false`.
   */
  readonly strip?: boolean
}

/**
 * A handler that hands requests to something that takes a `Request`: `app.pipe('/graphql', mount(yoga))`.
 *
 * It gets `request.raw`, or with `strip` a `Request` whose URL lacks the prefix; behind it the further arguments of the
 * platform, such as `env` and `context` on Workers. What it answers is the answer. Throws a `TypeError` for anything that is
 * no such handler, and an `OptionError` for an unknown or invalid option.
 */
export function mount(
  target: FetchHandler | FetchObject,
  options: MountOptions = {},
): (request: ServerRequest) => Answer {
  const { strip = false } = checkOptions('mount()', options, { strip: optionKind.boolean })
  const fetch = fetchOf(target)
  return function mount(request) {
    const platform = request.attribute(PLATFORM) as never[]
    return fetch(strip ? withoutPrefix(request) : request.raw, ...platform)
  }
}

function fetchOf(target: unknown): FetchHandler {
  const hasFetch = (typeof target === 'object' || typeof target === 'function') && target !== null && 'fetch' in target
  if (hasFetch && typeof target.fetch === 'function') {
    const owner = target as FetchObject
    return (request, ...platform) => owner.fetch(request, ...platform)
  }
  if (typeof target === 'function') return target as FetchHandler
  throw new TypeError(
    `mount(): expected a function (request: Request) => Response, or an object with such a fetch, got ${nameOf(target)}.`,
  )
}

function nameOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : typeof value
}

/** The same request at the path that middleware sees; its body is the same body. */
function withoutPrefix({ raw, path }: ServerRequest): Request {
  const url = new URL(raw.url)
  url.pathname = path
  return new Request(url, raw)
}
