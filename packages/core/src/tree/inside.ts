import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** The nodes directly inside a node that exist before anything is made, and their surroundings. */
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
