import type { Application, EntryDescription } from '@app/core'
import {
  type ApplicationContent,
  type ApplicationNode,
  type Around,
  inside,
  OUTSIDE,
  type PlanNode,
  planOf,
  ready,
  tryLazy,
  type Visitor,
  walk,
} from '@app/core/internal'
import type { Route } from '@app/router'

/** An application under one of the prefixes where it is piped. */
export interface Mount {
  readonly content: ApplicationContent
  readonly basePath: string
  /** The entry of the configuration that pipes the application, or that contains it. */
  readonly entry?: EntryDescription | undefined
}

/** A position of a plan; `basePath` has the prefixes around it and its own prefix. */
export interface Surveyed {
  readonly node: PlanNode
  readonly basePath: string
  /**
   * The route whose middleware contains the position, if a route does; `mount` is the application that has this route.
   */
  readonly route?: Route | undefined
  readonly mount?: Mount | undefined
}

/** A plan, with the applications and positions in it. */
export interface Survey {
  readonly plan: PlanNode
  readonly nodes: Surveyed[]
  /** The applications, once for each prefix: an application that is piped under two prefixes is listed twice. */
  readonly mounts: Mount[]
  /** The routes whose middleware contains applications. */
  readonly holders: Set<Route>
}

/** Returns the plan of an application. Throws a `TypeError` that names `caller` for any other value. */
export function applicationPlan(caller: string, application: Application): ApplicationNode {
  const plan = planOf(application)
  if (plan?.kind === 'application') return plan
  throw foreign(caller, 'an application')
}

/** Returns the error for a value that is not `wanted`, or belongs to another copy of the core. */
export function foreign(caller: string, wanted: string): TypeError {
  return new TypeError(
    `${caller} takes ${wanted}. If you gave one, it belongs to another copy of @app/core: see npm ls @app/core`,
  )
}

/**
 * Collects all applications and positions of a plan, once it is ready for a first request. Constructs services and
 * middleware classes to look inside of them, as `app.check()` does.
 */
export async function survey(plan: PlanNode): Promise<Survey> {
  await ready(plan)
  const found: Survey = { plan, nodes: [], mounts: [], holders: new Set() }
  await look(plan, OUTSIDE, found, {})
  return found
}

/** What contains a node: the middleware of a route, and an entry of the configuration. */
type Holder = Pick<Surveyed, 'route' | 'mount'> & Pick<Mount, 'entry'>

/** Collects a node and all in it. Returns `true` if the node is or contains an application. */
function look(node: PlanNode, around: Around, found: Survey, outer: Holder): Promise<boolean> {
  const { route, mount, entry } = outer
  const [, { basePath }] = inside(node, around)
  found.nodes.push({ node, basePath, route, mount })
  return walk(node, lookInside(found, { route, mount, entry: node.entry ?? entry }), around)
}

/** The question what is in a node; the answer is `true` if it is or contains an application. */
function lookInside(found: Survey, holder: Holder): Visitor<Promise<boolean>> {
  const visitor: Visitor<Promise<boolean>> = {
    async lazy(node, around) {
      const made = await tryLazy(node, around.container)
      return made !== undefined && look(made, around, found, holder)
    },
    async application(node, around) {
      const [positions, within] = inside(node, around)
      const { entry } = holder
      await lookAtRoutes({ content: node.content, basePath: around.basePath, entry }, within, found)
      await visitor.otherwise(positions, within, node)
      return true
    },
    async otherwise(nodes, around) {
      let hasApplication = false
      for (const node of nodes) hasApplication = (await look(node, around, found, holder)) || hasApplication
      return hasApplication
    },
  }
  return visitor
}

async function lookAtRoutes(mount: Mount, around: Around, found: Survey): Promise<void> {
  const { content, basePath } = mount
  if (found.mounts.some((other) => other.content === content && other.basePath === basePath)) return
  found.mounts.push(mount)
  for (const [route, answer] of content.table.nodes) {
    if (await look(answer, around, found, { route, mount })) found.holders.add(route)
  }
}
