import type { ServerRequest } from '@app/http'
import type { RequestSource } from '@app/http/framework'
import { sourceOf } from '@app/http/framework'
import { isWatched } from '#platform/primitives'
import type { Continuation, LimitedMiddleware, PreparedMiddleware, Surroundings } from '../tree/prepared-middleware.ts'

/**
 * A request has reached the dispatch step, past a path prefix that is piped in front of this step. The prefix was
 * compared with the path of the request with a wrong result, or was never compared with it. Or middleware has passed on
 * a request whose `basePath` and `path` do not make up the path that the client has sent.
 *
 * @example
 * try {
 *   await handler(request)
 * } catch (error) {
 *   if (!(error instanceof GuardInvariantError)) throw error
 *   console.error(error.message)
 * }
 */
export class GuardInvariantError extends Error {
  override readonly name = 'GuardInvariantError'
}

/**
 * Gives the function that decides whether a path prefix covers a request. In development and tests this function also
 * records each decision.
 */
export function watchedPrefix(covers: Covers, prefix: string): Covers {
  if (!isWatched()) return covers
  return (request) => {
    const isCovered = covers(request)
    noteDecision(request, { covers, prefix, basePath: request.basePath, isCovered })
    return isCovered
  }
}

type Covers = LimitedMiddleware['covers']

/**
 * Gives the surroundings of each item of a sequence, with the path prefixes that stand in front of the item; an empty
 * list in production, where the dispatch step checks no decisions.
 */
export function watchedPositions(
  items: readonly PreparedMiddleware[],
  surroundings: Surroundings,
): readonly Surroundings[] {
  if (!isWatched()) return []
  const { basePath } = surroundings
  let { inFront } = surroundings
  return items.map((item) => {
    const position = { ...surroundings, inFront }
    if (item.kind === 'limited' && item.path !== undefined) {
      inFront = { covers: item.covers, prefix: item.path, basePath, earlier: inFront }
    }
    return position
  })
}

/**
 * In development and tests, makes the dispatch step check the path prefixes that are piped in front of it: each prefix
 * that covers the request's path has decided about the request, and every decision was right.
 */
export function watchedDispatch(dispatch: Continuation, surroundings: Surroundings): Continuation {
  if (!isWatched()) return dispatch
  return {
    ...dispatch,
    handle: (request) => {
      checkDecisions(request)
      checkAsked(request, surroundings)
      return dispatch.handle(request)
    },
  }
}

interface Decision {
  readonly covers: Covers
  readonly prefix: string
  readonly basePath: string
  readonly isCovered: boolean
}

const decisions = new WeakMap<RequestSource, Decision[]>()

function noteDecision(request: ServerRequest, decision: Decision): void {
  const source = sourceOf(request)
  const noted = decisions.get(source)
  if (noted) noted.push(decision)
  else decisions.set(source, [decision])
}

/**
 * Compares each recorded decision with a second one, which compares the prefix with the whole path segment by segment.
 * Throws `GuardInvariantError` if the two differ, or if path and base path of the request that reaches dispatch do not
 * make up the whole path.
 */
function checkDecisions(request: ServerRequest): void {
  const { basePath, path } = request
  const source = sourceOf(request)
  const whole = segmentsOf(source.fullPath)
  const base = segmentsOf(basePath)
  if (!startsWith(whole, base) || (segmentsOf(path).join('/') || '') !== whole.slice(base.length).join('/')) {
    throw new GuardInvariantError(
      `The request is dispatched with the path "${path}" under "${basePath}", but its whole path is "${source.fullPath}".`,
    )
  }
  for (const { prefix, basePath: under, isCovered } of decisions.get(source) ?? []) {
    if (startsWith(whole, [...segmentsOf(under), ...segmentsOf(prefix)]) === isCovered) continue
    throw new GuardInvariantError(
      `The prefix "${prefix}" under "${under}" ${isCovered ? 'was taken to cover' : 'was not taken to cover'} "${source.fullPath}", which is wrong.`,
    )
  }
}

/**
 * Throws `GuardInvariantError` if a path prefix in front of dispatch covers the path, but has not decided about the
 * request. This happens if error middleware behind the prefix resumes the pipeline after an error, so that the request
 * never passes the prefix.
 */
function checkAsked(request: ServerRequest, surroundings: Surroundings): void {
  const { basePath } = request
  const source = sourceOf(request)
  const whole = segmentsOf(source.fullPath)
  const noted = decisions.get(source) ?? []
  // A surrounding framework may have removed a prefix from the path. It was unknown when the pipeline was compiled, so
  // it is put in front of the prefixes that are known.
  const root = basePath.slice(0, basePath.length - surroundings.basePath.length)
  for (let front = surroundings.inFront; front !== undefined; front = front.earlier) {
    const { covers, prefix } = front
    const under = root + front.basePath
    if (!startsWith(whole, [...segmentsOf(under), ...segmentsOf(prefix)])) continue
    if (noted.some((decision) => decision.covers === covers && decision.basePath === under)) continue
    throw new GuardInvariantError(
      `The prefix "${prefix}" under "${under}" was skipped on the way to "${source.fullPath}". ` +
        'Pipe error middleware that resumes the pipeline in front of this prefix.',
    )
  }
}

function segmentsOf(path: string): readonly string[] {
  return path === '' || path === '/' ? [] : path.slice(1).split('/')
}

function startsWith(path: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => segment === path[index])
}
