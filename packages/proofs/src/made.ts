import { type LazyMiddleware, type PreparedMiddleware, ready, type Surroundings } from '@app/core/tree'

/**
 * Gives the middleware behind the name of a service or behind a class. Constructs the service, or an instance of the
 * class, if this has not been done yet. Gives `undefined` if the construction fails.
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
