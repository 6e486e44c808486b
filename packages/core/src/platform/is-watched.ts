import { isWatched as isWatchedHere } from '#platform/primitives'

/**
 * Whether `NODE_ENV` is `development` or `test`, where checks run that are too dear for production.
 *
 * Always false on Bun, Deno and at the edge. The types of this door need no types of node, as those of the platform do.
 */
export function isWatched(): boolean {
  return isWatchedHere()
}
