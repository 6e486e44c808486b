import { watchedDispatch } from './guard-invariant.ts'
import { description } from './middleware-description.ts'
import type { PreparedMiddleware } from './prepared-middleware.ts'

/** Stands for the routing step wherever middleware is registered (contract 2.5). */
export const ROUTING_MIDDLEWARE = '@app/core/routing'

/** Stands for the dispatch step wherever middleware is registered; it comes after routing (contract 2.5). */
export const DISPATCH_MIDDLEWARE = '@app/core/dispatch'

/** The steps of an application are piped in a way that cannot work; the message names the places. */
export class StepError extends Error {
  override readonly name = 'StepError'
}

/** One of the two steps, compiled by the application that it is piped in. */
export function step(name: typeof ROUTING_MIDDLEWARE | typeof DISPATCH_MIDDLEWARE, place: string): PreparedMiddleware {
  return {
    compile(next, surroundings) {
      const { steps } = surroundings
      if (!steps)
        throw new StepError(`${place}: "${name}" needs an application. Pipe it in one, not in a bare pipeline.`)
      if (name === ROUTING_MIDDLEWARE) return steps.routing(next, place)
      return watchedDispatch(steps.dispatch(next, place), surroundings)
    },
    check: async () => undefined,
    ready: () => undefined,
    describe: () => description({ kind: name === ROUTING_MIDDLEWARE ? 'routing' : 'dispatch' }),
  }
}
