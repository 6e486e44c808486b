import { bodyStream } from '@app/body-parser'
import { HttpError, type ServerRequest } from '@app/core'
import { checkOptions, describeValue, isMap, optionKind, withOpenHeaders } from '@app/core/extending'

/**
 * The server that answers: a URL to which the path and the query of a request are appended, or a function that returns
 * the whole URL for a request. A query that the function leaves out is not passed on.
 */
export type ProxyTarget = string | URL | ((request: ServerRequest) => string | URL)

/** Options of `proxy`. */
export interface ProxyOptions {
  /** Removes from the path the prefix under which the handler is piped. Default: `false`. */
  readonly strip?: boolean | undefined
  /** The seconds until the target has to begin its response; then 504. 0 means no limit. Default: 30. */
  readonly timeout?: number | undefined
  /** Headers for the target, which replace those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The function that sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/**
 * Makes a handler that passes requests to another server, and the responses back: `app.pipe('/api', proxy(target))`.
 *
 * Both bodies are streamed. Redirects are passed to the client. Headers that concern one connection alone are removed
 * on both ways, also those that `Connection` names. The target gets the address of the client, the host and the scheme
 * in `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`, whatever the client has sent there. If the client
 * leaves, the request to the target is aborted.
 *
 * The handler rejects with an `HttpError`: 502 if the target cannot be reached, 504 if it does not answer in time, 501
 * for TRACE, which `fetch` cannot send. Throws a `TypeError` for a target that is not a URL of http or https, and an
 * `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe('/api', proxy('http://127.0.0.1:8080', { strip: true }))
 * app.pipe('/photos', proxy(({ path, url }) => `https://photos.example/v2${path}${new URL(url).search}`))
 */
export function proxy(target: ProxyTarget, options: ProxyOptions = {}): (request: ServerRequest) => Promise<Response> {
  const { strip = false, timeout = 30, headers = {}, fetch } = checkOptions('proxy()', options, KINDS)
  const urlFor = typeof target === 'function' ? target : urlBelow(target, strip)
  return async function proxy(request) {
    if (request.method === 'TRACE') throw new HttpError(501, 'fetch cannot send TRACE')
    const url = urlFor(request)
    const body = bodyStream(request)
    const { signal } = request
    const abort = new AbortController()
    const leave = () => abort.abort(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        abort.abort()
      },
      timeout * 1_000 || LONGEST_MS,
    )
    try {
      const answer = withOpenHeaders(
        await (fetch ?? globalThis.fetch)(url, {
          method: request.method,
          headers: headersFor(request, headers),
          ...(body && { body, duplex: 'half' }),
          redirect: 'manual',
          signal: abort.signal,
        }),
      )
      removeHops(answer.headers)
      return answer
    } catch (error) {
      abort.abort()
      throw failure(error)
    } finally {
      clearTimeout(timer)
    }

    function failure(error: unknown): unknown {
      if (signal.aborted) return signal.reason
      if (isLate) return new HttpError(504, `${new URL(url).origin} has not answered within ${timeout} s`)
      // A body beyond its limit rejects the request to the target, which is not the fault of the target.
      const own = [error, (error as Error).cause].find(HttpError.is)
      return own ?? new HttpError(502, `${new URL(url).origin} cannot be reached`, { cause: error })
    }
  }
}

const KINDS = {
  strip: optionKind.boolean,
  timeout: optionKind.seconds,
  headers: {
    wants: 'a map of strings',
    accepts: (value: unknown) => isMap(value) && Object.values(value).every((text) => typeof text === 'string'),
  },
  fetch: optionKind.function,
}

/** The longest time that a timer can have, about 25 days. */
const LONGEST_MS = 2_147_483_647

function urlBelow(target: string | URL, strip: boolean): (request: ServerRequest) => string {
  const { protocol, origin, pathname, search, hash, username } = URL.canParse(String(target)) ? new URL(target) : NO_URL
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '' || username !== '') {
    throw new TypeError(
      `proxy(): expected a URL such as "http://127.0.0.1:8080", without a query, got ${describeValue(target)}.`,
    )
  }
  const base = origin + pathname.replace(/\/$/, '')
  return ({ path, fullPath, url }) => `${base}${strip ? path : fullPath}${new URL(url).search}`
}

const NO_URL: Pick<URL, 'protocol' | 'origin' | 'pathname' | 'search' | 'hash' | 'username'> = {
  protocol: '',
  origin: '',
  pathname: '',
  search: '',
  hash: '',
  username: '',
}

function headersFor(request: ServerRequest, own: Readonly<Record<string, string>>): Headers {
  const { clientAddress, url } = request
  const { host, protocol } = new URL(url)
  const headers = new Headers(request.headers)
  removeHops(headers)
  for (const name of [...headers.keys()]) if (OF_PROXIES.test(name)) headers.delete(name)
  headers.delete('host')
  headers.delete('expect')
  // `fetch` would decode a coded body, so that neither its length nor its tag would be right.
  headers.set('accept-encoding', 'identity')
  if (clientAddress !== undefined) headers.set('x-forwarded-for', clientAddress)
  headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

/** Headers by which a client could pass for another one. */
const OF_PROXIES = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/

/** Removes the headers of one connection, also those that `Connection` names. Source: RFC 9110 section 7.6.1. */
function removeHops(headers: Headers): void {
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  for (const name of [...HOPS, ...named]) if (TOKEN.test(name)) headers.delete(name)
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const HOPS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
