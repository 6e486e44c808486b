import { isClass } from '../messages/value-kinds.ts'
import { ErrorMiddleware } from '../middleware/error-middleware.ts'
import { InvalidMiddlewareError } from '../middleware/invalid-middleware-error.ts'
import { fetchService, whenKnown } from '../middleware/lazy-middleware.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import { description, nameOf } from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { prepareErrorMiddleware } from '../middleware/prepare-error-middleware.ts'
import { PREPARE, type PreparedMiddleware, type PreparesItself } from '../middleware/prepared-middleware.ts'
import { doublePassError, type OlderErrorMiddleware } from './double-pass.ts'

/**
 * Makes middleware of a configuration entry with `error: true`: a function of four arguments, an object
 * whose method `process` takes them, the name of such a service, or an array of these, which becomes one nested pipeline.
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
  return isOlder(value) ? doublePassError(value) : undefined
}

/**
 * Whether a value is error middleware of the older signature.
 *
 * A class cannot be called: it would throw at the first error. Of an object the method has to take more than the request
 * and the handler, as other middleware does, which never hears of an error.
 */
function isOlder(value: unknown): value is OlderErrorMiddleware {
  if (typeof value === 'function') return !isClass(value)
  const method = typeof value === 'object' && value !== null && 'process' in value ? value.process : undefined
  return typeof method === 'function' && method.length > 2
}
