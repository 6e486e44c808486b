import type { Application, EntryDescription } from '@app/core'
import {
  type ApplicationContent,
  inside,
  type PreparedApplication,
  type PreparedMiddleware,
  preparedOf,
  ready,
  type Surroundings,
} from '@app/core/tree'
import type { Route } from '@app/router'
import { madeOf } from './made.ts'

/** An application under one of the prefixes where it is piped. */
export interface Mount {
  readonly content: ApplicationContent
  readonly basePath: string
  /** The entry of the configuration that pipes the application, or that contains it. */
  readonly entry?: EntryDescription | undefined
}

/** A position of a pipeline; `basePath` has the prefixes around it and its own prefix. */
export interface Surveyed {
  readonly node: PreparedMiddleware
  readonly basePath: string
  /**
   * The route whose middleware contains the position, if a route does; `mount` is the application that has this route.
   */
  readonly route?: Route | undefined
  readonly mount?: Mount | undefined
}

/** The applications and positions of a tree of middleware. */
export interface Survey {
  readonly nodes: Surveyed[]
  /** The applications, once for each prefix: an application that is piped under two prefixes is listed twice. */
  readonly mounts: Mount[]
  /** The routes whose middleware contains applications. */
  readonly holders: Set<Route>
}

/** Gives the tree of an application. Throws a `TypeError` that names `caller` for any other value. */
export function applicationTree(caller: string, application: Application): PreparedApplication {
  const tree = preparedOf(application, '')
  if (tree?.kind === 'application') return tree
  throw foreign(caller, 'an application')
}

/** Makes the error for a value that is not `wanted`, or belongs to another copy of the core. */
export function foreign(caller: string, wanted: string): TypeError {
  return new TypeError(
    `${caller} takes ${wanted}. If you gave one, it belongs to another copy of @app/core: see npm ls @app/core`,
  )
}

/**
 * Collects all applications and positions of a tree. Constructs services and middleware classes to look inside of them,
 * as `app.check()` does.
 */
export async function survey(tree: PreparedMiddleware, surroundings: Surroundings): Promise<Survey> {
  const found: Survey = { nodes: [], mounts: [], holders: new Set() }
  await look(tree, surroundings, found, {})
  return found
}

/**
 * Collects the position of a node and the positions below it. Gives `true` if the node is or contains an application.
 */
async function look(
  node: PreparedMiddleware,
  surroundings: Surroundings,
  found: Survey,
  around: Pick<Surveyed, 'route' | 'mount'>,
  outer?: EntryDescription,
): Promise<boolean> {
  const entry = node.entry ?? outer
  const path = node.kind === 'limited' ? (node.path ?? '') : ''
  found.nodes.push({ node, basePath: surroundings.basePath + path, ...around })
  if (node.kind === 'service' || node.kind === 'class') {
    const made = await madeOf(node, surroundings)
    return made !== undefined && (await look(made, surroundings, found, around, entry))
  }
  const isApplication = node.kind === 'application'
  if (isApplication) {
    await ready(node, surroundings)
    await lookAtRoutes(
      { content: node.content, basePath: surroundings.basePath, entry },
      node.content.inside(surroundings),
      found,
    )
  }
  const [children, within] = inside(node, surroundings)
  let hasApplication = isApplication
  for (const child of children) hasApplication = (await look(child, within, found, around, entry)) || hasApplication
  return hasApplication
}

async function lookAtRoutes(mount: Mount, surroundings: Surroundings, found: Survey): Promise<void> {
  const { content, basePath } = mount
  if (found.mounts.some((other) => other.content === content && other.basePath === basePath)) return
  found.mounts.push(mount)
  for (const [route, answer] of content.table.answers) {
    if (await look(answer, surroundings, found, { route, mount })) found.holders.add(route)
  }
}
