import { checkAnswer } from './answer.ts'
import { ErrorMiddleware } from './error-middleware.ts'
import { guarded } from './failure.ts'
import { InvalidMiddlewareError } from './invalid-middleware-error.ts'
import { lazyClass, lazyService } from './lazy-middleware.ts'
import type { Middleware, MiddlewareInterface, RequestHandlerInterface } from './middleware.ts'
import { inSequence } from './nested-pipeline.ts'
import { prepareErrorMiddleware } from './prepare-error-middleware.ts'
import type { PreparedMiddleware } from './prepared-middleware.ts'
import { preparedOf } from './prepares-itself.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE, step } from './step.ts'

/**
 * Prepares whatever is registered as middleware (contract 2.2), in this order: what is callable or an object is used
 * as it is, a string is a service, a class is made, each of the latter two at its first use; an array is one pipeline.
 *
 * `place` is how errors name it. Throws `InvalidMiddlewareError` at once for what can never be middleware.
 */
export function prepareMiddleware(value: unknown, place: string): PreparedMiddleware {
  if (typeof value === 'function') {
    return isClass(value) ? lazyClass(value, place) : layer(value as Middleware, named(place, value.name))
  }
  if (value === ROUTING_MIDDLEWARE || value === DISPATCH_MIDDLEWARE) return step(value, place)
  if (typeof value === 'string' && value !== '') return lazyService(value, place)
  if (Array.isArray(value)) {
    return inSequence(value.map((item, index) => prepareMiddleware(item, `${place}, item ${index + 1}`)))
  }
  if (ErrorMiddleware.is(value)) return prepareErrorMiddleware(() => value, place)
  const prepared = preparedOf(value, place) ?? prepareObject(value, place)
  if (prepared) return prepared
  throw InvalidMiddlewareError.notMiddleware(place, value)
}

function prepareObject(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { process, handle } = value as Partial<MiddlewareInterface & RequestHandlerInterface>
  const name = named(place, value.constructor?.name)
  if (typeof process === 'function') return layer((request, handler) => process.call(value, request, handler), name)
  if (typeof handle === 'function') return layer((request) => handle.call(value, request), name)
  return undefined
}

/** One closure per position: it allocates nothing per request, and makes no promise where the middleware makes none. */
function layer(middleware: Middleware, place: string): PreparedMiddleware {
  return {
    compile: (next) => {
      const { handle } = next
      return guarded((request) => checkAnswer(middleware(request, handle), place), next)
    },
    check: async () => undefined,
    ready: () => undefined,
  }
}

function named(place: string, name: string | undefined): string {
  return name && name !== 'Object' ? `${place}: ${name}` : place
}

/** Classes are callable by `typeof`; only theirs is a prototype that cannot be replaced. */
function isClass(value: object): value is new () => unknown {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}
