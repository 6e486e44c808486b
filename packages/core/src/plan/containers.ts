import type { Container } from '../container/container.ts'
import type { PlanNode } from './node.ts'
import { allInside, type Visitor, walk } from './walk.ts'

/** Returns the containers of all applications in a plan, the outermost first. Looks into lazy middleware that was made. */
export function containersIn(plan: PlanNode): readonly Container[] {
  return [...new Set(walk(plan, containers))]
}

const containers: Visitor<readonly Container[]> = {
  lazy: ({ latest }, around) => (latest.made ? walk(latest.made, containers, around) : []),
  application(node, around) {
    const { container } = node.content
    return [...(container ? [container] : []), ...containers.otherwise(...allInside(node, around), node)]
  },
  otherwise: (nodes, around) => nodes.flatMap((node) => walk(node, containers, around)),
}
