import { ConfigurationError, refuseMore } from '@app/checks'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { hostIn } from './limit.ts'
import { type HasNode, NODE } from './node.ts'
import { nodeOf } from './node-of.ts'

/**
 * Limits middleware to the requests for one host: `app.pipe(host('api.example.org', api))`.
 *
 * Ignores case, port and a dot at the end. Use it to choose an application, never as a guard: a client can name any
 * host in its request. Throws a `ConfigurationError` for an invalid name.
 *
 * @example
 * app.pipe(host('admin.example.org', admin))
 */
export function host(name: string, middleware: MiddlewareLike): MiddlewareLike
export function host(...given: [name: string, middleware: MiddlewareLike]): MiddlewareLike {
  refuseMore('host', given, 2)
  const [name, middleware] = given
  const expected = canonicalHost(name)
  const limited: HasNode = {
    [NODE]: (place) => {
      const child = nodeOf(middleware, `${place} for ${expected}`)
      return { kind: 'limited', place: child.place, limit: { host: expected }, child }
    },
  }
  return limited as unknown as MiddlewareLike
}

/**
 * Returns the host as `new URL()` spells it, such as in lower case, so that it can be compared with the host of a
 * request.
 */
function canonicalHost(name: unknown): string {
  if (typeof name !== 'string' || !HOST.test(name)) throw invalidHost(name)
  const url = `http://${name}/`
  if (!URL.canParse(url)) throw invalidHost(name)
  return hostIn(url)
}

function invalidHost(name: unknown): ConfigurationError {
  return new ConfigurationError(
    'APP_HOST',
    `Invalid host ${JSON.stringify(name) ?? String(name)}. Write a name like "api.example.org", without a port.`,
  )
}

const HOST = /^(?:\[[\da-f:.]+\]|[^\s/:?#@[\]\\]+)$/i
