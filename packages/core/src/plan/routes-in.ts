import { makeLazy } from './lazy.ts'
import type { LazyNode, PlanNode, Routes } from './node.ts'
import { type Around, inside, type Visitor, walk } from './walk.ts'

/** The routes of an application, with the path prefixes under which the application is piped. */
export interface PlacedRoutes {
  readonly routes: Routes
  readonly basePath: string
}

/**
 * Returns the routes of all applications in a plan, the outermost first. Makes services, to find applications in them;
 * leaves out a service that is a promise, and one that cannot be made.
 */
export function routesIn(plan: PlanNode): readonly PlacedRoutes[] {
  return walk(plan, placedIn(madeAtOnce))
}

/** Counts the routes of all applications in a plan, each once. Makes no service, so it leaves out what is in one. */
export function countRoutes(plan: PlanNode): number {
  const placed = walk(
    plan,
    placedIn(() => undefined),
  )
  return new Set(placed.flatMap(({ routes }) => routes.routes)).size
}

function placedIn(make: (node: LazyNode, around: Around) => PlanNode | undefined): Visitor<readonly PlacedRoutes[]> {
  const placed: Visitor<readonly PlacedRoutes[]> = {
    lazy(node, around) {
      const made = node.latest.made ?? (node.from === 'class' ? undefined : make(node, around))
      return made ? walk(made, placed, around) : []
    },
    application: (node, around) => [
      { routes: node.content.table, basePath: around.basePath },
      ...placed.otherwise(...inside(node, around), node),
    ],
    otherwise: (nodes, around) => nodes.flatMap((node) => walk(node, placed, around)),
  }
  return placed
}

function madeAtOnce(node: LazyNode, { container }: Around): PlanNode | undefined {
  try {
    const made = makeLazy(node, container)
    if (!(made instanceof Promise)) return made
    made.catch(() => undefined)
  } catch {
    // The error is ignored here: the first request that needs the service fails with the same error.
  }
  return undefined
}
