import type { PreparedStep, StepName } from '../tree/prepared-middleware.ts'
import { withoutFrames } from './invalid-middleware-error.ts'

/** The name of the routing step, to be registered like middleware (contract 2.5). */
export const ROUTING_MIDDLEWARE = '@app/core/routing'

/** The name of the dispatch step, to be registered like middleware, behind the routing step (contract 2.5). */
export const DISPATCH_MIDDLEWARE = '@app/core/dispatch'

/**
 * The routing or the dispatch step is piped where it cannot work. The message names its position in the pipeline.
 *
 * @example
 * try {
 *   app.pipeDispatchMiddleware()
 * } catch (error) {
 *   if (!(error instanceof StepError)) throw error
 *   console.error(error.message)
 * }
 */
export class StepError extends Error {
  override readonly name = 'StepError'

  constructor(message: string) {
    super(message)
    withoutFrames(this)
  }
}

/**
 * Prepares the routing or the dispatch step, for the routes of the surrounding application. Compiling the step outside
 * of an application throws `StepError`.
 */
export function step(name: StepName, place: string): PreparedStep {
  return {
    kind: name === ROUTING_MIDDLEWARE ? 'routing' : 'dispatch',
    place,
    compile(next, surroundings) {
      const { routes } = surroundings
      if (routes) return routes.steps[name].compile(next, surroundings)
      throw new StepError(`${place}: "${name}" needs an application. Pipe it in one, not in a bare pipeline.`)
    },
  }
}
