import { entryOf } from '../life/entry.ts'
import type { Answer, RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import { answerFetch } from './fetch-entry.ts'

/**
 * A function from a Fetch `Request` to a `Response`, as Workers, Bun and Deno serve it: `export default { fetch }`.
 *
 * Further arguments of the platform become the attribute `PLATFORM`. The function never throws: errors are answered as by a
 * server.
 */
export function toFetchHandler(
  handler: RequestHandler | RequestHandlerInterface,
): (request: Request, ...platform: unknown[]) => Answer {
  const entry = entryOf(handler)
  return (request, ...platform) => answerFetch(entry, request, platform)
}
