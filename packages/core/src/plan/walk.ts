import type { ServerRequest } from '@app/http'
import { type Servable, sourceOf } from '@app/http/internal'
import type { Container } from '../container/container.ts'
import type { ApplicationNode, PipelineNode, PlanNode } from './node.ts'

/** What stands around a node of a plan. */
export interface Around {
  /** The container of the nearest application, from which services are fetched. */
  readonly container: Container | undefined
  /** The path prefixes around the node, joined to one path. */
  readonly basePath: string
}

/** Around the outermost node of a plan. */
export const OUTSIDE: Around = { container: undefined, basePath: '' }

/** A question about a plan with an answer of its own for each kind of node. A new kind does not compile without one. */
export type CompleteVisitor<R> = {
  readonly [K in PlanNode['kind']]: (node: Extract<PlanNode, { readonly kind: K }>, around: Around) => R
}

/**
 * A question about a plan: a method for each kind of node that matters to it, and `otherwise` for all others.
 *
 * A method that wants to know more of what is inside of its node calls `walk` or `inside` itself.
 */
export type Visitor<R> = Partial<CompleteVisitor<R>> & {
  /** Called for a node that the question has no method for, with the nodes directly inside of it; none if it is a leaf. */
  readonly otherwise: (nodes: readonly PlanNode[], around: Around, node: PlanNode) => R
}

/** Asks a question about a node. */
export function walk<R>(node: PlanNode, visitor: Visitor<R> | CompleteVisitor<R>, around: Around = OUTSIDE): R {
  const visit = visitor[node.kind] as ((node: PlanNode, around: Around) => R) | undefined
  if (visit) return visit.call(visitor, node, around)
  return (visitor as Visitor<R>).otherwise(...inside(node, around), node)
}

/**
 * Returns the nodes directly inside of a node, with what stands around them. Lazy middleware counts as empty, since only
 * the question knows whether it may be made; the middleware of routes is in `content.table.nodes`.
 */
export function inside(node: PlanNode, around: Around): [nodes: readonly PlanNode[], around: Around] {
  switch (node.kind) {
    case 'pipeline':
      return [node.children, around]
    case 'limited':
      return [[node.child], { ...around, basePath: around.basePath + (node.limit.path ?? '') }]
    case 'application':
      return [node.content.positions, { ...around, container: node.content.container }]
    case 'middleware':
    case 'lazy':
    case 'error':
    case 'step':
      return [[], around]
  }
}

/** Returns what `inside` returns for an application, and the middleware of its routes. */
export function allInside(node: ApplicationNode, around: Around): [nodes: readonly PlanNode[], around: Around] {
  const [nodes, within] = inside(node, around)
  return [[...nodes, ...node.content.table.nodes.values()], within]
}

/** The key under which the `Servable` of a pipeline or an application has its plan; the same in all copies of the package. */
export const PLAN: unique symbol = Symbol.for('@app/core/internal')

/** A plan as a whole: a pipeline or an application. */
export type Plan = PipelineNode | ApplicationNode

/** The plan that answers a request; `undefined` if a plain handler answers it. */
export function planAnswering(request: ServerRequest | ServerRequest<never>): Plan | undefined {
  const { servable } = sourceOf(request)
  return PLAN in servable ? (servable as Servable & { readonly [PLAN]: Plan })[PLAN] : undefined
}
