import { isClass } from '../messages/value-kinds.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { InvalidMiddlewareError } from '../middleware/invalid-middleware-error.ts'
import { fetchService, whenKnown } from '../middleware/lazy-middleware.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { description, nameOf } from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { prepareErrorMiddleware } from '../middleware/prepare-error-middleware.ts'
import { PREPARE, type PreparedMiddleware, type PreparesItself } from '../middleware/prepared-middleware.ts'
import { doublePassError } from './double-pass.ts'

/**
 * Makes middleware of a configuration entry with `error: true`: a function of four arguments, the name of such a
 * service, or an array of these, which becomes one nested pipeline.
 */
export function errorEntry(value: unknown, place: string): MiddlewareLike {
  const entry: PreparesItself = { [PREPARE]: (piped) => prepare(value, `${place}, ${piped}`) }
  return entry as unknown as MiddlewareLike
}

function prepare(value: unknown, place: string): PreparedMiddleware {
  if (Array.isArray(value)) {
    return inSequence(value.map((item, index) => prepare(item, `${place}, item ${index + 1}`)))
  }
  if (typeof value !== 'string') {
    const middleware = toErrorMiddleware(value)
    if (!middleware) throw InvalidMiddlewareError.notErrorMiddleware(place, value)
    const described = description({ kind: 'function', isError: true, ...nameOf(value as { name?: unknown }) })
    return prepareErrorMiddleware(() => middleware, place, described)
  }
  return prepareErrorMiddleware(
    ({ container }) =>
      whenKnown(fetchService(value, container, place), (service) => {
        const middleware = toErrorMiddleware(service)
        if (!middleware) throw InvalidMiddlewareError.notErrorMiddleware(`${place}, service "${value}"`, service)
        return middleware
      }),
    place,
    description({ kind: 'service', isError: true, isLazy: true, name: value }),
  )
}

function toErrorMiddleware(value: unknown): ErrorMiddleware | undefined {
  if (ErrorMiddleware.is(value)) return value
  // A class cannot be called: it would throw at the first error.
  if (typeof value !== 'function' || isClass(value)) return undefined
  return doublePassError(value as Parameters<typeof doublePassError>[0])
}
