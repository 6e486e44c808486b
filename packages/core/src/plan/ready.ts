import type { PlanNode } from './node.ts'
import { allInside, type Visitor, walk } from './walk.ts'

/**
 * Resolves when all is known that the first request needs, such as a router; `undefined` if there is nothing to wait
 * for. Makes no service and constructs no class: each waits for its own content at its first use.
 */
export function ready(node: PlanNode): Promise<void> | undefined {
  const pending = walk(node, whatToAwait)
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined)
}

const whatToAwait: Visitor<readonly Promise<void>[]> = {
  application(node, around) {
    const router = node.content.routerReady()
    const own = whatToAwait.otherwise(...allInside(node, around), node)
    return router ? [router, ...own] : own
  },
  otherwise: (nodes, around) => nodes.flatMap((node) => walk(node, whatToAwait, around)),
}
