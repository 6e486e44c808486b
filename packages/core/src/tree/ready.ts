import { inside } from './inside.ts'
import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/**
 * Waits for all that must be known before the first request, such as a router; `undefined` if there is nothing to wait
 * for.
 *
 * It makes no services and classes: each of them waits for its own content at its first use.
 */
export function ready(node: PreparedMiddleware, surroundings: Surroundings): Promise<void> | undefined {
  const [children, around] = inside(node, surroundings)
  const pending = children.map((child) => ready(child, around))
  if (node.kind === 'application') {
    const { content } = node
    for (const answer of content.table.answers.values()) pending.push(ready(answer, around))
    pending.push(content.routerReady())
  }
  const promises = pending.filter((promise) => promise !== undefined)
  return promises.length === 0 ? undefined : Promise.all(promises).then(() => undefined)
}
