import { isWatched } from '#platform/primitives'
import type { RequestSource } from '../messages/request-source.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { RequestHandler } from './middleware.ts'

/** A request is about to be dispatched although a path prefix in front judged it wrongly: a mistake that opens doors. */
export class GuardInvariantError extends Error {
  override readonly name = 'GuardInvariantError'
}

/** Which requests a path prefix sees; in development and in tests it keeps a record of what it decided. */
export function watchedPrefix(
  prefix: string,
  covers: (prefix: string, path: string) => boolean,
): (request: ServerRequest) => boolean {
  if (!isWatched()) return ({ path }) => covers(prefix, path)
  return (request) => {
    const isCovered = covers(prefix, request.path)
    noteDecision(request, prefix, isCovered)
    return isCovered
  }
}

/** A dispatch, which in development and in tests judges anew what every path prefix in front of it decided. */
export function watchedDispatch(handle: RequestHandler): RequestHandler {
  if (!isWatched()) return handle
  return (request) => {
    checkDecisions(request)
    return handle(request)
  }
}

interface Decision {
  readonly prefix: string
  readonly basePath: string
  readonly isCovered: boolean
}

const decisions = new WeakMap<RequestSource, Decision[]>()

function noteDecision({ source, basePath }: ServerRequest, prefix: string, isCovered: boolean): void {
  const noted = decisions.get(source)
  const decision = { prefix, basePath, isCovered }
  if (noted) noted.push(decision)
  else decisions.set(source, [decision])
}

/**
 * Goes by lists of segments of the request's whole path. Throws where a prefix that should have seen the request did
 * not, or the other way round, and where the view to be dispatched is none of that path.
 */
function checkDecisions({ source, basePath, path }: ServerRequest): void {
  const whole = segmentsOf(source.fullPath)
  const base = segmentsOf(basePath)
  if (!startsWith(whole, base) || (segmentsOf(path).join('/') || '') !== whole.slice(base.length).join('/')) {
    throw new GuardInvariantError(`"${path}" under "${basePath}" is dispatched, but the path is "${source.fullPath}".`)
  }
  for (const { prefix, basePath: under, isCovered } of decisions.get(source) ?? []) {
    if (startsWith(whole, [...segmentsOf(under), ...segmentsOf(prefix)]) === isCovered) continue
    throw new GuardInvariantError(
      `The prefix "${prefix}" under "${under}" ${isCovered ? 'saw' : 'did not see'} "${source.fullPath}".`,
    )
  }
}

function segmentsOf(path: string): readonly string[] {
  return path === '' || path === '/' ? [] : path.slice(1).split('/')
}

function startsWith(path: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => segment === path[index])
}
