import { watchedPositions } from '#watching'
import type { Continuation, PreparedMiddleware, PreparedPipeline, Surroundings } from '../tree/prepared-middleware.ts'

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
  return items.reduceRight((behind, item, index) => {
    const isEndOfStretch = (index + 1) % STRETCH === 0
    return item.compile(isEndOfStretch ? onFreshStack(behind) : behind, watched[index] ?? surroundings)
  }, next)
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
