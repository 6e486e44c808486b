import type { Makes } from '../container/injectable.ts'
import { FOR_EVERY_RESPONSE } from '../middleware/for-every-response.ts'
import { tryLazy } from './lazy.ts'
import type { PlanNode } from './node.ts'
import { type Visitor, walk } from './walk.ts'

/**
 * Finds the middleware of a plan that runs for every response, in the order of the pipeline. Middleware that is limited
 * to a path prefix or a host is left out.
 *
 * Makes services, to find out whether they are such middleware; constructs a class only if it is marked for every
 * response. A service that cannot be made is left out: the first request that needs it reports why.
 */
export function aroundRefusal(plan: PlanNode): Promise<readonly PlanNode[]> {
  return walk(plan, runsForEveryResponse)
}

const runsForEveryResponse: Visitor<Promise<readonly PlanNode[]>> = {
  middleware: async (node) => (FOR_EVERY_RESPONSE in node.value ? [node] : []),
  async lazy(node, around) {
    if (node.from === 'class' && !(FOR_EVERY_RESPONSE in (node.value as Makes).prototype)) return []
    const made = await tryLazy(node, around.container)
    return made ? walk(made, runsForEveryResponse, around) : []
  },
  limited: async () => [],
  async otherwise(nodes, around) {
    const found: PlanNode[] = []
    for (const node of nodes) found.push(...(await walk(node, runsForEveryResponse, around)))
    return found
  },
}
