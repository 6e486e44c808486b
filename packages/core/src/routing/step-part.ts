import type { RequestHandler } from '@app/http'
import { watchedDispatch } from '#watching'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { StepError } from '../middleware/step.ts'
import {
  type CompiledRoutes,
  type Continuation,
  NOWHERE,
  PREPARE,
  type PreparedStep,
  type PreparesItself,
  type Surroundings,
} from '../tree/prepared-middleware.ts'

/** Makes the handler of a part from the chain behind it and the routes of the surrounding application. */
type CompilePart = (next: Continuation, routes: CompiledRoutes) => RequestHandler

/**
 * Makes a part of the routing or the dispatch step, which can also be piped by itself.
 *
 * `kind` is the step if this is its essential part, else `part`. Using the part outside of an application throws
 * `StepError`.
 */
export function stepPart(name: string, kind: PreparedStep['kind'], compilePart: CompilePart): MiddlewareInterface {
  const compile = (next: Continuation, surroundings: Surroundings): Continuation => {
    const { routes } = surroundings
    if (!routes) throw new StepError(`${name} needs an application. Pipe it in one.`)
    const compiled = { ...next, handle: compilePart(next, routes) }
    return kind === 'dispatch' ? watchedDispatch(compiled, surroundings) : compiled
  }
  const part: MiddlewareInterface & PreparesItself = {
    process: (request, handler) => compile({ handle: handler }, NOWHERE).handle(request),
    [PREPARE]: (place): PreparedStep => ({ kind, name, place, compile }),
  }
  return part
}
