import { type Awaitable, mapResponse, PLATFORM, type ServerRequest } from '@app/core'
import { checkOptions, optionKind, withOpenHeaders } from '@app/core/extending'

/** Answers a `Request`, as the applications and handlers of other libraries do. */
export type FetchHandler = (request: Request, ...platform: never[]) => Awaitable<Response>

/** An object with a method `fetch` that answers requests, such as an application of Hono. */
export interface FetchObject {
  readonly fetch: FetchHandler
}

/** Options of `mount`. */
export interface MountOptions {
  /**
   * Removes from the URL the prefix under which the handler is piped, for a handler that does not know its prefix.
   * Default: `false`.
   */
  readonly strip?: boolean | undefined
  /**
   * Passes on the CORS headers that the handler sets by itself. Default: `false`, since some handlers let every origin
   * read responses with the visitor's cookies. With `false`, `cors()` of `@app/cors` before it decides who may read
   * responses.
   */
  readonly cors?: boolean | undefined
}

/**
 * Makes a handler from code of another library that takes a `Request`: `app.pipe('/graphql', mount(yoga))`.
 *
 * The mounted code gets `request.raw`, or with `strip` a `Request` whose URL lacks the prefix. Its further arguments
 * are those of the platform, such as `env` and `context` on Workers. The response of the mounted code is sent, without
 * CORS headers unless `cors` is set. Throws a `TypeError` for a value that is not a handler of requests, and an
 * `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe('/graphql', mount(createYoga({ schema })))
 */
export function mount<T extends FetchHandler | FetchObject>(
  target: T,
  options: MountOptions = {},
): (request: ServerRequest) => Awaitable<Response> {
  const { strip = false, cors = false } = checkOptions('mount()', options, KINDS)
  const fetch = fetchOf(target)
  return function mount(request) {
    const platform = request.attribute(PLATFORM) as never[]
    const answer = fetch(strip ? withoutPrefix(request) : request.raw, ...platform)
    return cors ? answer : mapResponse(answer, withoutCors)
  }
}

const KINDS = { strip: optionKind.boolean, cors: optionKind.boolean }

/** Removes from a response the CORS headers (`Access-Control-…`), which let other sites read the response. */
function withoutCors(answer: Response): Response {
  const names = [...(answer?.headers?.keys() ?? [])].filter((name) => name.startsWith('access-control-'))
  if (names.length === 0) return answer
  const open = withOpenHeaders(answer)
  for (const name of names) open.headers.delete(name)
  return open
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

/**
 * Makes a request with the same body, whose URL lacks the prefix: the path of this URL is the `path` of the
 * `ServerRequest`.
 */
function withoutPrefix({ raw, path }: ServerRequest): Request {
  const url = new URL(raw.url)
  url.pathname = path
  return new Request(url, raw)
}
