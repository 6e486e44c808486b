import { type LazyMiddleware, type PreparedMiddleware, ready, type Surroundings } from '@app/core/tree'

/**
 * Gives the middleware of a service or class, which is made now if it does not exist yet; `undefined` if it cannot be
 * made.
 */
export async function madeOf(
  node: LazyMiddleware,
  surroundings: Surroundings,
): Promise<PreparedMiddleware | undefined> {
  try {
    node.latest.made ??= await node.resolve(surroundings)
    await ready(node.latest.made, surroundings)
    return node.latest.made
  } catch {
    return undefined
  }
}
