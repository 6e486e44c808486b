import { type LazyMiddleware, type PreparedMiddleware, ready, type Surroundings } from '@app/core/tree'

/**
 * Gives the middleware that a service or an instance of a class is, and constructs it if this has not been done yet;
 * `undefined` if the construction fails.
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
