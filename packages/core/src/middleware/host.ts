import type { ServerRequest } from '@app/http'
import {
  type LimitedMiddleware,
  PREPARE,
  type PreparedMiddleware,
  type PreparesItself,
} from '../tree/prepared-middleware.ts'
import { passOn } from './error-middleware.ts'
import type { MiddlewareLike } from './middleware.ts'
import { prepareMiddleware } from './prepare-middleware.ts'

/**
 * The first argument of `host` is not a host name.
 *
 * @example
 * try {
 *   app.pipe(host('example.org:80', site))
 * } catch (error) {
 *   if (!(error instanceof HostNameError)) throw error
 *   console.error(error.message)
 * }
 */
export class HostNameError extends Error {
  override readonly name = 'HostNameError'

  constructor(host: unknown) {
    super(`Invalid host ${JSON.stringify(host) ?? String(host)}. Write a name like "api.example.org", without a port.`)
  }
}

/**
 * Limits middleware to the requests for one host: `app.pipe(host('api.example.org', api))`.
 *
 * Ignores case, port and a dot at the end. Use it to choose an application, never as a guard: a client can name any host in its request.
 * Throws `HostNameError` for an invalid name.
 *
 * @example
 * app.pipe(host('admin.example.org', admin))
 */
export function host(name: string, middleware: MiddlewareLike): MiddlewareLike {
  const expected = canonicalHost(name)
  const limited: PreparesItself = {
    [PREPARE]: (place) => forHost(expected, prepareMiddleware(middleware, `${place} for ${expected}`)),
  }
  return limited as unknown as MiddlewareLike
}

function forHost(expected: string, child: PreparedMiddleware): LimitedMiddleware {
  const covers = (request: ServerRequest) => hostOf(request) === expected
  return {
    kind: 'limited',
    place: child.place,
    host: expected,
    child,
    covers,
    enter: (request) => request,
    compile(next, surroundings) {
      const { handle, fail } = child.compile(next, surroundings)
      return {
        handle: (request) => (covers(request) ? handle(request) : next.handle(request)),
        ...(fail && {
          fail: (error, request) => (covers(request) ? fail(error, request) : passOn(error, request, next.fail)),
        }),
      }
    },
  }
}

function hostOf(request: ServerRequest): string | undefined {
  const { url } = request
  return URL.canParse(url) ? hostIn(url) : undefined
}

/** Gives the host of a URL without the dot at its end: `example.org.` is the absolute form of the same name. */
function hostIn(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '')
}

/**
 * Gives the host as `new URL()` spells it, such as in lower case, so that it can be compared with the host of a
 * request.
 */
function canonicalHost(name: unknown): string {
  if (typeof name !== 'string' || !HOST.test(name)) throw new HostNameError(name)
  const url = `http://${name}/`
  if (!URL.canParse(url)) throw new HostNameError(name)
  return hostIn(url)
}

const HOST = /^(?:\[[\da-f:.]+\]|[^\s/:?#@[\]\\]+)$/i
