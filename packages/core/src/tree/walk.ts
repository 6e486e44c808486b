import type { ServerRequest } from '@app/http'
import { type Entry, sourceOf } from '@app/http/framework'
import type {
  LazyMiddleware,
  NamedRoutes,
  PreparedApplication,
  PreparedMiddleware,
  PreparedPipeline,
  Surroundings,
} from './prepared-middleware.ts'

/**
 * The key of the property in which the entry of a pipeline or an application has the tree of its middleware. It is the
 * same in all copies of this package, and no entry of another framework has it.
 */
export const TREE: unique symbol = Symbol.for('@app/core/tree')

/** The `Entry` by which a server calls a pipeline or an application, with the tree of its middleware. */
interface TreeEntry extends Entry {
  readonly [TREE]: PreparedPipeline | PreparedApplication
}

/** Gives the tree of the middleware that answers a request; `undefined` if a plain handler answers it. */
export function treeOf(request: ServerRequest | ServerRequest<never>): TreeEntry[typeof TREE] | undefined {
  const { entry } = sourceOf(request)
  return TREE in entry ? (entry as TreeEntry)[TREE] : undefined
}

/**
 * Gives the nodes directly inside a node, with their surroundings. Services and classes count as empty: functions that
 * need the middleware in them fetch it themselves.
 */
export function inside(
  node: PreparedMiddleware,
  surroundings: Surroundings,
): readonly [children: readonly PreparedMiddleware[], surroundings: Surroundings] {
  switch (node.kind) {
    case 'pipeline':
      return [node.children, surroundings]
    case 'limited':
      return [[node.child], { ...surroundings, basePath: surroundings.basePath + (node.path ?? '') }]
    case 'application':
      return [node.content.positions, node.content.inside(surroundings)]
    default:
      return [[], surroundings]
  }
}

/**
 * Waits for all that must be known before the first request, such as a router; `undefined` if there is nothing to wait
 * for.
 *
 * It makes no service and constructs no class: each of them waits for its own content at its first use.
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

/** Called for each application, with its routes and the prefixes under which it is piped. */
type RoutesVisitor = (routes: NamedRoutes, basePath: string) => void

/** Calls the visitor for each application in a tree, with its routes and the prefixes under which it is piped. */
export function visitApplications(node: PreparedMiddleware, surroundings: Surroundings, visitor: RoutesVisitor): void {
  if (node.kind === 'application') visitor(node.content.table, surroundings.basePath)
  if (node.kind === 'service') {
    const made = madeAtOnce(node, surroundings)
    if (made) visitApplications(made, surroundings, visitor)
  }
  const [children, around] = inside(node, surroundings)
  for (const child of children) visitApplications(child, around, visitor)
}

/**
 * Gives the middleware of a service, and makes the service if it was not made before; `undefined` if the service cannot
 * be made, or is a promise.
 */
function madeAtOnce(node: LazyMiddleware, surroundings: Surroundings): PreparedMiddleware | undefined {
  try {
    const prepared = node.latest.made ?? node.resolve(surroundings)
    if (!(prepared instanceof Promise)) return prepared
    prepared.catch(() => undefined)
  } catch {
    // The error is ignored here: the first request that needs the service fails with the same error.
  }
  return undefined
}
