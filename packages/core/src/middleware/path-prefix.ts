import type { ServerRequest } from '@app/http'
import { atBasePath } from '@app/http/framework'
import { canonicalPath, notFound } from '@app/router'
import { watchedPrefix } from '#watching'
import { passOn } from './error-middleware.ts'
import type { Continuation, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/**
 * Limits middleware to the requests under a path prefix (contract 2.4, 4.4).
 *
 * The prefix is compared literally, with its case, by whole segments: `/admin` covers `/admin`, `/admin/` and
 * `/admin/x`, never `/administrator`. Middleware inside sees the rest as `path`. A request that falls through keeps its
 * attributes and params; only `path` and `basePath` are restored.
 */
export function underPrefix(prefix: string, inner: PreparedMiddleware): PreparedMiddleware {
  const under = (surroundings: Surroundings) => ({ ...surroundings, basePath: surroundings.basePath + prefix })
  const entry: PreparedMiddleware = {
    prefix,
    compile(next: Continuation, surroundings: Surroundings): Continuation {
      const enter = (request: ServerRequest) => atBasePath(request, request.basePath + prefix)
      const leave = (request: ServerRequest) => atBasePath(request, request.basePath.slice(0, -prefix.length))
      const { handle: outside, fail } = next
      const inside = inner.compile(
        {
          handle: (request) => outside(leave(request)),
          ...(fail && { fail: (error, request) => fail(error, leave(request)) }),
        },
        under(surroundings),
      )
      const failInside = inside.fail
      const sees = watchedPrefix(entry, prefix, covers)
      return {
        handle: (request) => (sees(request) ? inside.handle(enter(request)) : outside(request)),
        ...(failInside && {
          fail: (error, request) =>
            covers(prefix, request.path) ? failInside(error, enter(request)) : passOn(error, request, fail),
        }),
      }
    },
    check: (surroundings, report) => inner.check(surroundings, report),
    ready: (surroundings) => inner.ready(surroundings),
    find: async (method, request, surroundings) => {
      if (!inner.find || !covers(prefix, request.path)) return notFound
      return inner.find(method, atBasePath(request, request.basePath + prefix), surroundings)
    },
    visit: (surroundings, visitor) => inner.visit?.(under(surroundings), visitor),
    describe: () => Object.freeze({ ...inner.describe(), path: prefix }),
  }
  return entry
}

/** Whether a canonical path equals the prefix or is under it. */
function covers(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false
  return path.length === prefix.length || path.charCodeAt(prefix.length) === 47
}

/** A path prefix is invalid. The message says what to write instead. */
export class PathPrefixError extends Error {
  override readonly name = 'PathPrefixError'

  constructor(prefix: unknown, problem: string, instead: string) {
    super(`Invalid path prefix ${typeof prefix === 'string' ? `"${prefix}"` : String(prefix)}: ${problem}. ${instead}.`)
  }
}

/**
 * The canonical spelling of a prefix, without a trailing slash; `''` covers all paths.
 *
 * Throws `PathPrefixError` unless the prefix is a literal path that starts with a slash and has no empty segment.
 */
export function canonicalPrefix(prefix: unknown): string {
  if (typeof prefix !== 'string') throw new PathPrefixError(prefix, 'it is not a string', 'Write "/admin"')
  if (prefix === '' || prefix === '/') return ''
  if (prefix[0] !== '/') throw new PathPrefixError(prefix, 'it does not start with a slash', `Write "/${prefix}"`)
  if (PATTERN.test(prefix)) {
    throw new PathPrefixError(prefix, 'a prefix is a literal path, not a pattern', 'Use a route for a pattern')
  }
  if (prefix.includes('//')) {
    const instead = prefix.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    throw new PathPrefixError(prefix, 'it has an empty segment', `Write "${instead}"`)
  }
  const encoded = prefix.replace(NOT_ASCII, (text) => encodeURI(text.toWellFormed()))
  const path = canonicalPath(encoded)
  if (path === undefined || DOT_SEGMENT.test(encoded)) {
    throw new PathPrefixError(prefix, 'no request path can start with it', 'Write whole, literal segments')
  }
  return path.endsWith('/') ? path.slice(0, -1) : path
}

const PATTERN = /[{}[\]*?#\\]/
const NOT_ASCII = /[^\x00-\x7f]+/g
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i
