import type { RoutesVisitor } from '../matching/routes-entry.ts'
import { inside, madeAtOnce } from './inside.ts'
import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** Shows the applications in a tree, each with the prefixes in front of it. */
export function visitApplications(node: PreparedMiddleware, surroundings: Surroundings, visitor: RoutesVisitor): void {
  if (node.kind === 'application') visitor(node.content.table, surroundings.basePath)
  if (node.kind === 'service') {
    const made = madeAtOnce(node, surroundings)
    if (made) visitApplications(made, surroundings, visitor)
  }
  const [children, around] = inside(node, surroundings)
  for (const child of children) visitApplications(child, around, visitor)
}
