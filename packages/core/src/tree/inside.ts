import type { LazyMiddleware, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** The nodes directly inside a node that are there before anything is made, and their surroundings. */
export function inside(
  node: PreparedMiddleware,
  surroundings: Surroundings,
): readonly [children: readonly PreparedMiddleware[], surroundings: Surroundings] {
  switch (node.kind) {
    case 'pipeline':
      return [node.children, surroundings]
    case 'limited':
      return [[node.child], { ...surroundings, basePath: surroundings.basePath + (node.path ?? '') }]
    case 'application':
      return [node.content.positions, node.content.inside(surroundings)]
    default:
      return [[], surroundings]
  }
}

/** The middleware of a service or class, made now if it was not; `undefined` if that fails or takes a promise. */
export function madeAtOnce(node: LazyMiddleware, surroundings: Surroundings): PreparedMiddleware | undefined {
  try {
    const prepared = node.latest.made ?? node.resolve(surroundings)
    if (!(prepared instanceof Promise)) return prepared
    prepared.catch(() => undefined)
  } catch {
    // The first request that needs the service throws this error again.
  }
  return undefined
}
