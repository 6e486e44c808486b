import type { MiddlewareLike } from '../middleware/middleware.ts'
import { canonicalPrefix, underPrefix } from '../middleware/path-prefix.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type { PreparedMiddleware } from '../middleware/prepared-middleware.ts'

/** A path without placeholders, as a prefix has to be. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/** The arguments of `pipe`. */
export type Piped = [middleware: MiddlewareLike] | [path: string, middleware: MiddlewareLike]

/** Prepares a position of a pipeline. Errors name it by its number, counted from 1. */
export function position(number: number, piped: Piped): PreparedMiddleware {
  const place = `pipe ${number}`
  const prefix = piped.length === 1 ? '' : canonicalPrefix(piped[0])
  const item = prepareMiddleware(piped.at(-1), prefix ? `${place} at "${prefix}"` : place)
  return prefix ? underPrefix(prefix, item) : item
}
