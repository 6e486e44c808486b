import type { PlanNode } from './node.ts'
import { allInside, inside, type Visitor, walk } from './walk.ts'

/**
 * Refuses all further registrations in the pipelines and applications of a plan, since the plan was compiled. `by` says
 * in an error what has compiled it, such as `its first request`.
 */
export function freeze(node: PlanNode, by: string): void {
  const visitor: Visitor<void> = {
    pipeline(node, around) {
      node.freeze?.(by)
      visitor.otherwise(...inside(node, around), node)
    },
    application(node, around) {
      node.content.freeze(by)
      visitor.otherwise(...allInside(node, around), node)
    },
    otherwise(nodes, around) {
      for (const node of nodes) walk(node, visitor, around)
    },
  }
  walk(node, visitor)
}
