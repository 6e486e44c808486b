import type { MiddlewareLike } from '../middleware/middleware.ts'
import { canonicalPrefix, underPrefix } from '../middleware/path-prefix.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import type { PreparedMiddleware } from '../middleware/prepared-middleware.ts'

/** A path that is no pattern: what may stand before middleware as a prefix. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/** What `pipe` is called with. */
export type Piped = [middleware: MiddlewareLike] | [path: string, middleware: MiddlewareLike]

/** A position of a pipeline, counted from 1; errors name it by its number. */
export function position(number: number, piped: Piped): PreparedMiddleware {
  const place = `pipe ${number}`
  const prefix = piped.length === 1 ? '' : canonicalPrefix(piped[0])
  const item = prepareMiddleware(piped.at(-1), prefix ? `${place} at "${prefix}"` : place)
  return prefix ? underPrefix(prefix, item) : item
}
