import type { ErrorResponder } from '../messages/refuse.ts'
import { description } from './middleware-description.ts'
import type { Continuation, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** Several middleware as one, in their order. */
export function inSequence(items: readonly PreparedMiddleware[]): PreparedMiddleware {
  return {
    compile: (next, surroundings) => compileSequence(items, next, surroundings),
    check: async (surroundings, report) => {
      for (const item of items) await item.check(surroundings, report)
    },
    ready: (surroundings) => allReady(items, surroundings),
    responder: (surroundings) => firstResponder(items, surroundings),
    describe: () => description({ kind: 'pipeline', items: Object.freeze(items.map((item) => item.describe())) }),
  }
}

/** From the end, so that each is compiled against what stands behind it; each knows the prefixes in front of it. */
export function compileSequence(
  items: readonly PreparedMiddleware[],
  next: Continuation,
  surroundings: Surroundings,
): Continuation {
  const { basePath } = surroundings
  let { inFront } = surroundings
  const positions = items.map((entry) => {
    const position = { ...surroundings, inFront }
    if (entry.prefix !== undefined) inFront = { entry, prefix: entry.prefix, basePath, earlier: inFront }
    return position
  })
  return items.reduceRight((behind, item, index) => {
    const isEndOfStretch = (index + 1) % STRETCH === 0
    return item.compile(isEndOfStretch ? onFreshStack(behind) : behind, positions[index] as Surroundings)
  }, next)
}

/** Middleware that calls the next stays on the call stack, which holds some thousands: here it begins anew. */
function onFreshStack(next: Continuation): Continuation {
  return { ...next, handle: (request) => Promise.resolve(request).then(next.handle) }
}

export function allReady(items: readonly PreparedMiddleware[], surroundings: Surroundings): Promise<void> | undefined {
  const pending = items.map((item) => item.ready(surroundings)).filter((promise) => promise !== undefined)
  return pending.length ? Promise.all(pending).then(() => undefined) : undefined
}

/** That of the first error handler in front of every request. */
export function firstResponder(
  items: readonly PreparedMiddleware[],
  surroundings: Surroundings,
): ErrorResponder | undefined {
  for (const item of items) {
    const responder = item.responder?.(surroundings)
    if (responder) return responder
  }
  return undefined
}

/** How many positions of a pipeline share a stack, which on node has room for these also where each of them is traced. */
const STRETCH = 500
