/**
 * The cases of a large product that a run tries: a few for each value of one axis, chosen so that the values of the
 * other axes take turns. With `FULL`, which `pnpm test:full` sets, all of them.
 */
export function sampled<T>(cases: readonly T[], axis: (one: T) => unknown, count = 1): readonly T[] {
  if (process.env.FULL) return cases
  return [...Map.groupBy(cases, axis).values()].flatMap((group, turn) => {
    const step = group.length / Math.min(count, group.length)
    return Array.from({ length: Math.min(count, group.length) }, (_, i) => {
      return group[(turn + Math.floor(i * step)) % group.length] as T
    })
  })
}

/**
 * The number of random cases that a run tries, a tenth of `all`. With `FULL`, which `pnpm test:full` sets, all of them.
 */
export function runs(all: number): number {
  return process.env.FULL ? all : Math.ceil(all / 10)
}
