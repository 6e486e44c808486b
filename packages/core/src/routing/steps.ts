import { inSequence } from '../middleware/nested-pipeline.ts'
import {
  DISPATCH_MIDDLEWARE,
  prepareMiddleware,
  ROUTING_MIDDLEWARE,
  StepError,
  step,
} from '../middleware/prepare-middleware.ts'
import type { PreparedMiddleware, PreparedStep, StepName } from '../tree/prepared-middleware.ts'
import {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from './step-parts.ts'

/**
 * The parts of the routing and the dispatch step, in their order (contract 4.1, 4.2).
 *
 * Dispatch is the first part of its step, since most requests end there. The other two parts handle requests that no
 * route has matched.
 */
const PARTS = {
  [ROUTING_MIDDLEWARE]: [routeMiddleware, implicitHeadMiddleware],
  [DISPATCH_MIDDLEWARE]: [dispatchMiddleware, implicitOptionsMiddleware, methodNotAllowedMiddleware],
} as const

/** The routing and the dispatch step, each as the sequence of its parts. */
export const STEPS: Readonly<Record<StepName, PreparedMiddleware>> = {
  [ROUTING_MIDDLEWARE]: sequenceOf(ROUTING_MIDDLEWARE),
  [DISPATCH_MIDDLEWARE]: sequenceOf(DISPATCH_MIDDLEWARE),
}

/** The steps that an application with routes adds at its end if neither step was piped. */
export const DEFAULT_STEPS: readonly PreparedMiddleware[] = [
  { ...step(ROUTING_MIDDLEWARE, 'the default routing step'), isDefault: true },
  { ...step(DISPATCH_MIDDLEWARE, 'the default dispatch step'), isDefault: true },
]

/**
 * Whether a pipeline contains the routing or the dispatch step, `routeMiddleware` or `dispatchMiddleware`, directly or
 * in nested pipelines.
 *
 * Nested applications do not count, since they have their own steps; the content of lazy services is unknown.
 */
export function hasSteps(nodes: readonly PreparedMiddleware[]): boolean {
  return piped(nodes).some(({ node }) => isStep(node))
}

/**
 * Checks the order of the routing and dispatch steps. Throws `StepError` if dispatch is piped without routing or in
 * front of it, and if nothing but error middleware stands behind the last routing step.
 *
 * The steps may be piped several times: each routing step matches anew, for the middleware behind it. Routing without
 * dispatch runs no route, but middleware behind it may read the result; the returned text warns of that. Parts of the
 * steps may stand in any order.
 */
export function checkSteps(nodes: readonly PreparedMiddleware[]): string | undefined {
  const all = piped(nodes)
  const whole = all.filter(({ node }) => isStep(node) && node.name === undefined)
  const [routing, dispatch] = ['routing', 'dispatch'].map((kind) => whole.find(({ node }) => node.kind === kind))
  if (!routing && dispatch) {
    throw new StepError(
      `Dispatch (${dispatch.place}) is piped without routing. Call pipeRoutingMiddleware() before it.`,
    )
  }
  const [first, last] = [whole[0], whole.at(-1)]
  if (first && first === dispatch) {
    throw new StepError(`Dispatch (${first.place}) comes before routing (${routing?.place}). Pipe routing first.`)
  }
  if (last?.node.kind !== 'routing') return undefined
  const message = `Routing (${last.place}) is piped without dispatch. Call pipeDispatchMiddleware() after it.`
  if (all.at(-1) === last) throw new StepError(message)
  return `${message} No route runs; to read the result alone, pipe routeMiddleware of '@app/core/steps'.`
}

function isStep(node: PreparedMiddleware): node is PreparedStep {
  return node.kind === 'routing' || node.kind === 'dispatch'
}

/** Middleware with its position in the outermost pipeline. */
interface PipedMiddleware {
  readonly node: PreparedMiddleware
  readonly place: string
}

/**
 * Lists the middleware that handles requests, including the middleware in nested pipelines, in the order of the
 * pipeline. Leaves out error middleware.
 */
function piped(nodes: readonly PreparedMiddleware[], outer?: string): readonly PipedMiddleware[] {
  return nodes.flatMap((limited, index) => {
    let node = limited
    while (node.kind === 'limited') node = node.child
    const place = outer === undefined ? node.place : `${outer}, item ${index + 1}`
    if (node.kind === 'pipeline') return piped(node.children, place)
    return node.kind === 'error' ? [] : [{ node, place }]
  })
}

function sequenceOf(name: StepName): PreparedMiddleware {
  return inSequence(
    PARTS[name].map((part) => prepareMiddleware(part, name)),
    name,
  )
}
