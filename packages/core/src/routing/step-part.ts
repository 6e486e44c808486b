import type { RequestHandler } from '@app/http'
import { notFound } from '@app/router'
import { watchedDispatch } from '#watching'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { description } from '../middleware/middleware-description.ts'
import {
  type CompiledRoutes,
  type Continuation,
  NOWHERE,
  PREPARE,
  type PreparedMiddleware,
  type PreparesItself,
  type Surroundings,
} from '../middleware/prepared-middleware.ts'
import { StepError } from '../middleware/step.ts'

/** Makes the handler of a part from the chain behind it and the routes of the surrounding application. */
type CompilePart = (next: Continuation, routes: CompiledRoutes) => RequestHandler

/**
 * Makes a part of the routing or the dispatch step, which can also be piped by itself.
 *
 * `kind` is the step if this is its essential part, else `object`. Using the part outside of an application throws
 * `StepError`.
 */
export function stepPart(
  name: string,
  kind: 'routing' | 'dispatch' | 'object',
  compilePart: CompilePart,
): MiddlewareInterface & PreparesItself {
  const compile = (next: Continuation, surroundings: Surroundings): Continuation => {
    const { routes } = surroundings
    if (!routes) throw new StepError(`${name} needs an application. Pipe it in one.`)
    const compiled = { ...next, handle: compilePart(next, routes) }
    return kind === 'dispatch' ? watchedDispatch(compiled, surroundings) : compiled
  }
  const prepared: PreparedMiddleware = {
    compile,
    check: async () => undefined,
    ready: () => undefined,
    ...(kind === 'routing' && { find: findRoute }),
    describe: () => description({ kind, name }),
  }
  return {
    process: (request, handler) => compile({ handle: handler }, NOWHERE).handle(request),
    [PREPARE]: () => prepared,
  }
}

/** What the routes say of a method; HEAD is also that of GET. */
const findRoute: NonNullable<PreparedMiddleware['find']> = async (method, request, { routes }) => {
  const result = routes?.match(method, request) ?? notFound
  const asGet = method === 'HEAD' && !result.matched ? routes?.match('GET', request) : undefined
  return asGet?.matched ? asGet : result
}
