import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'
import { inside } from './walk.ts'

/**
 * The property that `forEveryAnswer` sets on middleware, so that it also runs around the answer to a request whose
 * target has no canonical path.
 */
export const FOR_EVERY_ANSWER: unique symbol = Symbol.for('@app/core/for-every-answer')

/**
 * Finds the middleware in a tree that runs for every answer, in the order of the pipeline. Middleware that is limited
 * to a path prefix or a host is left out.
 *
 * Makes services, to find out whether they are such middleware; constructs a class only if it is marked for every
 * answer. A service that cannot be made is left out: the first request that needs it reports why.
 */
export async function aroundRefusal(
  node: PreparedMiddleware,
  surroundings: Surroundings,
): Promise<readonly PreparedMiddleware[]> {
  switch (node.kind) {
    case 'function':
    case 'object':
      return FOR_EVERY_ANSWER in node.value ? [node] : []
    case 'class':
    case 'service':
      try {
        if (node.kind === 'class' && !node.isForEveryAnswer) return []
        node.latest.made ??= await node.resolve(surroundings)
        return await aroundRefusal(node.latest.made, surroundings)
      } catch {
        return []
      }
    case 'limited':
      return []
    default: {
      const [children, around] = inside(node, surroundings)
      const found = []
      for (const child of children) found.push(...(await aroundRefusal(child, around)))
      return found
    }
  }
}
