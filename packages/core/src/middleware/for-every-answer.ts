import type { PreparedMiddleware, Surroundings } from '../tree/prepared-middleware.ts'
import { inside } from '../tree/walk.ts'
import type { Middleware, MiddlewareInterface } from './middleware.ts'

/**
 * The property that `forEveryAnswer` sets on middleware, so that it also runs around the answer to a request whose
 * target has no canonical path.
 */
export const FOR_EVERY_ANSWER: unique symbol = Symbol.for('@app/core/for-every-answer')

/**
 * Marks middleware that has to see every answer, such as an access log, and gives it back.
 *
 * A request whose target has no canonical path, such as `/%`, is answered with 400. Only marked middleware runs around
 * this answer, and only if it is not limited to a path prefix or a host: no middleware could decide by such a path.
 * Marked middleware gets this request with the path `/`, so it must not decide by the path.
 *
 * @example
 * ```ts
 * import { mapAnswer, type Middleware } from '@app/core'
 * import { forEveryAnswer } from '@app/core/extending'
 *
 * export const served: Middleware = forEveryAnswer((request, handler) =>
 *   mapAnswer(handler(request), (response) => {
 *     response.headers.set('x-served-by', 'eu-1')
 *     return response
 *   }),
 * )
 * ```
 */
export function forEveryAnswer<M extends Middleware | MiddlewareInterface>(middleware: M): M {
  return Object.defineProperty(middleware, FOR_EVERY_ANSWER, { value: true })
}

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
