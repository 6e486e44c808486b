import type { StepName } from '../middleware/middleware.ts'
import type { StepNode, StepPart } from './node.ts'
import { answerOptions, matchHeadAsGet, matchRoute, refuseMethod, runRoute } from './step-parts.ts'

/** The name of the routing step, to be registered like middleware (contract 2.5). */
export const ROUTING_MIDDLEWARE = '@app/core/routing'

/** The name of the dispatch step, to be registered like middleware, after the routing step (contract 2.5). */
export const DISPATCH_MIDDLEWARE = '@app/core/dispatch'

/**
 * The parts of each step, in their order (contract 4.1, 4.2). Dispatch begins with the part at which most requests end;
 * the other two are for requests that no route has matched.
 */
const PARTS: Readonly<Record<StepName, readonly StepPart[]>> = {
  [ROUTING_MIDDLEWARE]: [matchRoute, matchHeadAsGet],
  [DISPATCH_MIDDLEWARE]: [runRoute, answerOptions, refuseMethod],
}

/** Returns the node of the routing or the dispatch step; `undefined` for any other name. */
export function stepNode(name: string, place: string): StepNode | undefined {
  if (name === ROUTING_MIDDLEWARE) return { kind: 'step', step: 'routing', place, parts: PARTS[name] }
  if (name === DISPATCH_MIDDLEWARE) return { kind: 'step', step: 'dispatch', place, parts: PARTS[name] }
  return undefined
}

/** The steps that an application with routes adds at its end if neither step was piped. */
export const DEFAULT_STEPS: readonly StepNode[] = [
  {
    kind: 'step',
    step: 'routing',
    place: 'the default routing step',
    parts: PARTS[ROUTING_MIDDLEWARE],
    isDefault: true,
  },
  {
    kind: 'step',
    step: 'dispatch',
    place: 'the default dispatch step',
    parts: PARTS[DISPATCH_MIDDLEWARE],
    isDefault: true,
  },
]
