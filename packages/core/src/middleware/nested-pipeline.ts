import type { ServerRequest } from '@app/http'
import { notFound } from '@app/router'
import type { RouteResult } from '../matching/route-result.ts'
import { description } from './middleware-description.ts'
import type { Continuation, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'
import type { ErrorResponder } from './refuse.ts'

/** Combines several middleware, in their order, into one. */
export function inSequence(items: readonly PreparedMiddleware[]): PreparedMiddleware {
  return {
    compile: (next, surroundings) => compileSequence(items, next, surroundings),
    check: async (surroundings, report) => {
      for (const item of items) await item.check(surroundings, report)
    },
    ready: (surroundings) => allReady(items, surroundings),
    find: (method, request, surroundings) => firstFound(items, method, request, surroundings),
    visit: (surroundings, visitor) => {
      for (const item of items) item.visit?.(surroundings, visitor)
    },
    responder: (surroundings) => firstResponder(items, surroundings),
    describe: () => description({ kind: 'pipeline', items: Object.freeze(items.map((item) => item.describe())) }),
  }
}

/**
 * Compiles the last item first, so that each item gets the chain behind it. Each item also gets the path prefixes in
 * front of it.
 */
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

/** Continues on a fresh call stack. Each synchronous layer is a frame on the stack, which holds some thousands. */
function onFreshStack(next: Continuation): Continuation {
  return { ...next, handle: (request) => Promise.resolve(request).then(next.handle) }
}

export function allReady(items: readonly PreparedMiddleware[], surroundings: Surroundings): Promise<void> | undefined {
  const pending = items.map((item) => item.ready(surroundings)).filter((promise) => promise !== undefined)
  return pending.length ? Promise.all(pending).then(() => undefined) : undefined
}

/** The responder of the first error handler among the items. */
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

/** What the first of the items says that knows the path, for it also answers other methods, with 405. */
async function firstFound(
  items: readonly PreparedMiddleware[],
  method: string,
  request: ServerRequest,
  surroundings: Surroundings,
): Promise<RouteResult> {
  for (const item of items) {
    const found = await item.find?.(method, request, surroundings)
    if (found?.matched || found?.allowedMethods.length) return found
  }
  return notFound
}

/** How many positions share one call stack. On node this many fit even when each of them is traced. */
const STRETCH = 500
