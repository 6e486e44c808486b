import { watchedPositions } from '#watching'
import type {
  Continuation,
  LimitedMiddleware,
  PreparedMiddleware,
  PreparedPipeline,
  Surroundings,
} from '../tree/prepared-middleware.ts'
import { underPrefix } from './path-prefix.ts'

/** Combines several middleware, in their order, into one. The list may grow until it is compiled. */
export function inSequence(children: readonly PreparedMiddleware[], place = ''): PreparedPipeline {
  return {
    kind: 'pipeline',
    place,
    children,
    revision: { count: 0 },
    compile: (next, surroundings) => compileSequence(children, next, surroundings),
  }
}

/** Compiles the last item first, so that each item gets the chain behind it. */
export function compileSequence(
  items: readonly PreparedMiddleware[],
  next: Continuation,
  surroundings: Surroundings,
): Continuation {
  const watched = watchedPositions(items, surroundings)
  // In development and in tests, dispatch checks that each path prefix in front of it was compared with the request's
  // path. A joined run makes one comparison for several items, so each item is compiled alone there.
  const runs = watched.length > 0 ? items.map((item) => [item]) : runsOf(items)
  let end = items.length
  return runs.reduceRight((behind, run, index) => {
    const begin = end - run.length
    const isEndOfStretch = Math.floor(begin / STRETCH) < Math.floor(end / STRETCH)
    end = begin
    return joinRun(run).compile(isEndOfStretch ? onFreshStack(behind) : behind, watched[index] ?? surroundings)
  }, next)
}

/**
 * Divides items into runs: neighbours under the same path prefix form one run, and every other item is a run of its
 * own.
 */
function runsOf(items: readonly PreparedMiddleware[]): readonly (readonly PreparedMiddleware[])[] {
  const runs: PreparedMiddleware[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    const prefix = prefixOf(item)
    if (run && prefix !== undefined && prefixOf(run[0]) === prefix) run.push(item)
    else runs.push([item])
  }
  return runs
}

function prefixOf(item: PreparedMiddleware | undefined): string | undefined {
  return item?.kind === 'limited' ? item.path : undefined
}

/**
 * Makes one item of a run, so that the path of a request is compared with the prefix once, and the request gets its
 * base path once.
 */
function joinRun(run: readonly PreparedMiddleware[]): PreparedMiddleware {
  const [first] = run as readonly [PreparedMiddleware]
  const prefix = prefixOf(first)
  if (run.length === 1 || prefix === undefined) return first
  const children = run.map((item) => (item as LimitedMiddleware).child)
  return underPrefix(prefix, inSequence(children, first.place))
}

/**
 * Continues on a fresh call stack. Each synchronous middleware in the chain takes a frame of the stack, which holds
 * some thousands of frames.
 */
function onFreshStack(next: Continuation): Continuation {
  return { ...next, handle: (request) => Promise.resolve(request).then(next.handle) }
}

/**
 * The number of positions that share one call stack. On node the stack has room for that many even when each of them is
 * traced.
 */
const STRETCH = 500
