import type { ServerRequest } from '@app/http'
import { atBasePath } from '@app/http/internal'
import type { Limit, LimitedNode, PlanNode } from './node.ts'

/**
 * Limits middleware to the requests under a path prefix (contract 2.4, 4.4).
 *
 * The prefix is compared literally, with its case, by whole segments: `/admin` covers `/admin`, `/admin/` and
 * `/admin/x`, never `/administrator`. Middleware under the prefix sees the rest of the path as `path`. If it passes a
 * request on to middleware outside of the prefix, the request keeps its attributes and params; only `path` and
 * `basePath` are restored.
 */
export function underPrefix(path: string, child: PlanNode): LimitedNode {
  return { kind: 'limited', place: child.place, limit: { path }, child }
}

/**
 * Limits middleware to the requests under one of several path prefixes. A prefix under another one is left out, since
 * the other one covers it: a request runs the middleware once, with the shorter prefix as its base path.
 */
export function underPrefixes(prefixes: readonly string[], child: PlanNode, entry: Entry): PlanNode {
  const [first = '', ...others] = prefixes.filter(
    (prefix, at) => !prefixes.some((other, index) => isUnder(other, prefix) && (other !== prefix || index < at)),
  )
  const limited = (prefix: string) => ({ ...(prefix === '' ? child : underPrefix(prefix, child)), ...entry })
  if (others.length === 0) return limited(first)
  const all = [first, ...others]
  return { kind: 'pipeline', place: child.place, prefixes: all, children: all.map(limited), ...entry }
}

type Entry = Pick<PlanNode, 'entry'>

/** True if a request is under the prefix, or for the host. */
export function limitCovers({ path, host }: Limit, request: ServerRequest): boolean {
  return path === undefined ? hostOf(request) === host : isUnder(path, request.path)
}

/** Returns the request as limited middleware sees it: a path prefix becomes a part of the base path. */
export function enterLimit({ path }: Limit, request: ServerRequest): ServerRequest {
  return path === undefined ? request : atBasePath(request, request.basePath + path)
}

/** Returns the request as the middleware after the limited middleware sees it. */
export function leaveLimit({ path }: Limit, request: ServerRequest): ServerRequest {
  return path === undefined ? request : atBasePath(request, request.basePath.slice(0, -path.length))
}

/** True if a canonical path equals the prefix or is under it. */
function isUnder(prefix: string, path: string): boolean {
  if (!path.startsWith(prefix)) return false
  return path.length === prefix.length || path.charCodeAt(prefix.length) === SLASH
}

const SLASH = 47

function hostOf(request: ServerRequest): string | undefined {
  const { url } = request
  return URL.canParse(url) ? hostIn(url) : undefined
}

/** Returns the host of a URL without the dot at its end: `example.org.` is the absolute form of the same name. */
export function hostIn(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '')
}
