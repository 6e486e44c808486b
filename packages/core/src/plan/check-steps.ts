import { misplacedStep } from '../middleware/invalid-middleware.ts'
import type { PlanNode, StepNode } from './node.ts'
import { type Visitor, walk } from './walk.ts'

/**
 * True if a pipeline contains the routing or the dispatch step, `routeMiddleware` or `dispatchMiddleware`, directly or
 * in nested pipelines. Nested applications do not count, since they have their own steps; the content of lazy services
 * is unknown.
 */
export function hasSteps(nodes: readonly PlanNode[]): boolean {
  return piped(nodes).some(({ node }) => isStep(node))
}

/**
 * Checks the order of the routing and dispatch steps. Throws a `ConfigurationError` if dispatch is piped without
 * routing or before it, and if nothing but error middleware stands after the last routing step.
 *
 * The steps may be piped several times: each routing step matches anew, for the middleware after it. Routing without
 * dispatch runs no route, but middleware after it may read the result; the returned string warns of that. Parts of the
 * steps may stand in any order.
 */
export function checkSteps(nodes: readonly PlanNode[]): string | undefined {
  const all = piped(nodes)
  const whole = all.filter(({ node }) => isStep(node) && node.name === undefined)
  const [routing, dispatch] = ['routing', 'dispatch'].map((step) =>
    whole.find(({ node }) => isStep(node) && node.step === step),
  )
  if (!routing && dispatch) {
    throw misplacedStep(
      `Dispatch (${dispatch.place}) is piped without routing. Call pipeRoutingMiddleware() before it.`,
    )
  }
  const [first, last] = [whole[0], whole.at(-1)]
  if (first && first === dispatch) {
    throw misplacedStep(`Dispatch (${first.place}) comes before routing (${routing?.place}). Pipe routing first.`)
  }
  if (last === undefined || (last.node as StepNode).step !== 'routing') return undefined
  const message = `Routing (${last.place}) is piped without dispatch. Call pipeDispatchMiddleware() after it.`
  if (all.at(-1) === last) throw misplacedStep(message)
  return `${message} No route runs; to read the result alone, pipe routeMiddleware of '@app/core/extending'.`
}

function isStep(node: PlanNode): node is StepNode {
  return node.kind === 'step' && node.step !== 'part'
}

/** Middleware with its position in the outermost pipeline. */
interface Piped {
  readonly node: PlanNode
  readonly place: string
}

/** Lists the middleware that handles requests, with that in nested pipelines. Leaves out error middleware. */
function piped(nodes: readonly PlanNode[], outer?: string): readonly Piped[] {
  return nodes.flatMap((node, index) => walk(node, listed(outer && `${outer}, item ${index + 1}`)))
}

function listed(place: string | undefined): Visitor<readonly Piped[]> {
  const one = (node: PlanNode): readonly Piped[] => [{ node, place: place ?? node.place }]
  const visitor: Visitor<readonly Piped[]> = {
    error: () => [],
    limited: ({ child }) => walk(child, visitor),
    pipeline: (node) => piped(node.children, place ?? node.place),
    application: one,
    otherwise: (_nodes, _around, node) => one(node),
  }
  return visitor
}
