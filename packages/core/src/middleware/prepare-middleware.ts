import type { RequestHandler, RequestHandlerInterface } from '@app/http'
import { answerCheck, isClass } from '@app/http/framework'
import { warn } from '#platform/primitives'
import { tracedMiddleware, watchedMiddleware } from '#watching'
import { describe } from '../tree/describe.ts'
import { type PreparedMiddleware, type PreparedStep, preparedOf, type StepName } from '../tree/prepared-middleware.ts'
import { ErrorMiddleware, guarded, prepareErrorMiddleware } from './error-middleware.ts'
import { InvalidMiddlewareError, InvalidResponseError, withoutFrames } from './invalid-middleware-error.ts'
import { lazyClass, lazyService } from './lazy-middleware.ts'
import type { Middleware, MiddlewareInterface } from './middleware.ts'
import { inSequence } from './nested-pipeline.ts'

/**
 * Prepares a value that is registered as middleware (contract 2.2). Functions and objects are used as they are. A
 * string is the name of a service. A service is fetched, and a class is constructed, at its first use. An array becomes
 * one pipeline.
 *
 * Errors name the middleware by `place`. Throws `InvalidMiddlewareError` for a value that can never be middleware.
 */
export function prepareMiddleware(value: unknown, place: string): PreparedMiddleware {
  if (typeof value === 'function') {
    if (isClass(value)) return lazyClass(value as new () => unknown, place, prepareMiddleware)
    if (Array.isArray((value as { inject?: unknown }).inject)) throw InvalidMiddlewareError.factory(place, value.name)
    warnOfOlderSignature(value, named(place, value.name))
    return leaf(value, value as Middleware, named(place, value.name))
  }
  if (value === ROUTING_MIDDLEWARE || value === DISPATCH_MIDDLEWARE) return step(value, place)
  if (typeof value === 'string' && value !== '') return lazyService(value, place, prepareMiddleware)
  if (Array.isArray(value)) {
    const children = value.map((item, index) => prepareMiddleware(item, `${place}, item ${index + 1}`))
    return inSequence(children, place)
  }
  if (ErrorMiddleware.is(value)) return prepareErrorMiddleware(() => value, place, value)
  const prepared = preparedOf(value, place) ?? prepareObject(value, place)
  if (prepared) return prepared
  throw InvalidMiddlewareError.notMiddleware(place, value)
}

function prepareObject(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { process, handle } = value as Partial<MiddlewareInterface & RequestHandlerInterface>
  const name = named(place, value.constructor?.name)
  if (typeof process === 'function') {
    return leaf(value, (request, handler) => process.call(value, request, handler), name)
  }
  return typeof handle === 'function' ? leaf(value, (request) => handle.call(value, request), name) : undefined
}

/**
 * Makes the node of the middleware tree for a function or object. Without the checks of development and without
 * tracing, the compiled closure allocates nothing for a request. It makes no promise for synchronous middleware.
 */
function leaf(value: object, middleware: Middleware, place: string): PreparedMiddleware {
  const node: PreparedMiddleware = {
    kind: typeof value === 'function' ? 'function' : 'object',
    place,
    value,
    compile: (next) => {
      const { handle } = next
      const checkAnswer = answerCheck((answer) => new InvalidResponseError(place, answer))
      const watched = watchedMiddleware(middleware, place)
      const run: RequestHandler = (request) => checkAnswer(watched(request, handle))
      return guarded(
        tracedMiddleware(run, place, () => describe(node)),
        next,
      )
    },
  }
  return node
}

function named(place: string, name: string | undefined): string {
  return name && name !== 'Object' ? `${place}: ${name}` : place
}

/** Warns of a function with more parameters than middleware gets, such as `(request, response, next)`. */
function warnOfOlderSignature({ length }: { readonly length: number }, place: string): void {
  if (length < 3) return
  const adapter = length === 3 ? 'doublePass' : 'doublePassError'
  warn(
    `${place} takes ${length} arguments, and middleware gets two: (request, handler). ` +
      `Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) ` +
      `of @app/connect. ${adapter}(…) is for a function that returns a response.`,
  )
}

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
