import type { StepNode } from './node.ts'

/** The name of the routing step, to be registered like middleware (contract 2.5). */
export const ROUTING_MIDDLEWARE = '@app/core/routing'

/** The name of the dispatch step, to be registered like middleware, after the routing step (contract 2.5). */
export const DISPATCH_MIDDLEWARE = '@app/core/dispatch'

/** Returns the node of the routing or the dispatch step; `undefined` for any other name. */
export function stepNode(name: string, place: string): StepNode | undefined {
  if (name === ROUTING_MIDDLEWARE) return { kind: 'step', step: 'routing', place }
  if (name === DISPATCH_MIDDLEWARE) return { kind: 'step', step: 'dispatch', place }
  return undefined
}

/** The steps that an application with routes adds at its end if neither step was piped. */
export const DEFAULT_STEPS: readonly StepNode[] = [
  { kind: 'step', step: 'routing', place: 'the default routing step', isDefault: true },
  { kind: 'step', step: 'dispatch', place: 'the default dispatch step', isDefault: true },
]
