import type { Continuation, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** Several middleware as one, in their order. */
export function inSequence(items: readonly PreparedMiddleware[]): PreparedMiddleware {
  return {
    compile: (next, surroundings) => compileSequence(items, next, surroundings),
    check: async (surroundings, report) => {
      for (const item of items) await item.check(surroundings, report)
    },
    ready: (surroundings) => allReady(items, surroundings),
  }
}

/** From the end, so that each is compiled against what stands behind it. */
export function compileSequence(
  items: readonly PreparedMiddleware[],
  next: Continuation,
  surroundings: Surroundings,
): Continuation {
  return items.reduceRight((behind, item) => item.compile(behind, surroundings), next)
}

export function allReady(items: readonly PreparedMiddleware[], surroundings: Surroundings): Promise<void> | undefined {
  const pending = items.map((item) => item.ready(surroundings)).filter((promise) => promise !== undefined)
  return pending.length ? Promise.all(pending).then(() => undefined) : undefined
}
