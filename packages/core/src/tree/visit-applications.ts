import type { RoutesVisitor } from '../matching/routes-entry.ts'
import { inside } from './inside.ts'
import type { LazyMiddleware, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

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

/** The middleware of a service, made now if needed; `undefined` if that fails or takes a promise. */
function madeAtOnce(node: LazyMiddleware, surroundings: Surroundings): PreparedMiddleware | undefined {
  try {
    const prepared = node.latest.made ?? node.resolve(surroundings)
    if (!(prepared instanceof Promise)) return prepared
    prepared.catch(() => undefined)
  } catch {
    // The first request that needs the service gets this error.
  }
  return undefined
}
