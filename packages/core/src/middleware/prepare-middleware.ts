import type { RequestHandler, RequestHandlerInterface } from '@app/http'
import { answerCheck, isClass } from '@app/http/framework'
import { warn } from '#platform/primitives'
import { tracedMiddleware, watchedMiddleware } from '#watching'
import { ErrorMiddleware, guarded } from './error-middleware.ts'
import { InvalidMiddlewareError, InvalidResponseError } from './invalid-middleware-error.ts'
import { lazyClass, lazyService } from './lazy-middleware.ts'
import type { Middleware, MiddlewareInterface } from './middleware.ts'
import { description, functionName, type MiddlewareDescription, nameOf } from './middleware-description.ts'
import { inSequence } from './nested-pipeline.ts'
import { prepareErrorMiddleware } from './prepare-error-middleware.ts'
import { type PreparedMiddleware, preparedOf } from './prepared-middleware.ts'
import { responderOf } from './refuse.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE, step } from './step.ts'

/**
 * Prepares a value that is registered as middleware (contract 2.2). Functions and objects are used as they are. A
 * string is the name of a service, which is fetched at its first use, as a class is constructed at its first use. An
 * array becomes one pipeline.
 *
 * Errors name the middleware by `place`. Throws `InvalidMiddlewareError` for a value that can never be middleware.
 */
export function prepareMiddleware(value: unknown, place: string): PreparedMiddleware {
  if (typeof value === 'function') {
    if (isClass(value)) return lazyClass(value as new () => unknown, place, prepareMiddleware)
    warnOfOlderSignature(value, named(place, value.name))
    return layer(value as Middleware, named(place, value.name), () =>
      description({ kind: 'function', ...functionName(value), isFinal: takesNoHandler(value as Middleware) }),
    )
  }
  if (value === ROUTING_MIDDLEWARE || value === DISPATCH_MIDDLEWARE) return step(value, place)
  if (typeof value === 'string' && value !== '') return lazyService(value, place, prepareMiddleware)
  if (Array.isArray(value)) {
    return inSequence(value.map((item, index) => prepareMiddleware(item, `${place}, item ${index + 1}`)))
  }
  if (ErrorMiddleware.is(value)) return prepareErrorMiddleware(() => value, place, ERROR_FUNCTION)
  const prepared = preparedOf(value, place) ?? prepareObject(value, place)
  if (prepared) return prepared
  throw InvalidMiddlewareError.notMiddleware(place, value)
}

function prepareObject(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { process, handle } = value as Partial<MiddlewareInterface & RequestHandlerInterface>
  const name = named(place, value.constructor?.name)
  const ownClass = value.constructor === Object ? undefined : value.constructor
  const describe = (isFinal: boolean) => () => description({ kind: 'object', ...nameOf(ownClass), isFinal })
  if (typeof process === 'function') {
    const prepared = layer((request, handler) => process.call(value, request, handler), name, describe(false))
    return { ...prepared, responder: () => responderOf(value) }
  }
  if (typeof handle === 'function') return layer((request) => handle.call(value, request), name, describe(true))
  return undefined
}

/**
 * Makes the closure of a position. It allocates nothing for a request, and makes no promise for synchronous middleware.
 */
function layer(middleware: Middleware, place: string, describe: () => MiddlewareDescription): PreparedMiddleware {
  const checkAnswer = answerCheck((answer) => new InvalidResponseError(place, answer))
  return {
    compile: (next) => {
      const { handle } = next
      const watched = watchedMiddleware(middleware, place)
      const run: RequestHandler = (request) => checkAnswer(watched(request, handle))
      return guarded(tracedMiddleware(run, place, describe), next)
    },
    check: async () => undefined,
    ready: () => undefined,
    describe,
  }
}

function named(place: string, name: string | undefined): string {
  return name && name !== 'Object' ? `${place}: ${name}` : place
}

const ERROR_FUNCTION = description({ kind: 'function', isError: true })

/** Warns of a function with more parameters than middleware gets, such as `(request, response, next)`. */
export function warnOfOlderSignature({ length }: { readonly length: number }, place: string): void {
  if (length < 3) return
  const adapter = length === 3 ? 'doublePass' : 'doublePassError'
  warn(
    `${place} takes ${length} arguments, and middleware gets two: (request, handler). ` +
      `Return a response or handler(request), or pipe ${adapter}(…) for the older signature.`,
  )
}

/**
 * Whether a function certainly ignores the next handler: it has at most one parameter, and its text contains neither
 * rest parameters nor `arguments`. For tools only; the running pipeline does not depend on it.
 */
export function takesNoHandler(middleware: (...args: never[]) => unknown): boolean {
  return middleware.length < 2 && !/\barguments\b|\.\.\.|\[native code\]/.test(String(middleware))
}
