import type { RequestHandler } from '@app/http'
import { nearestName } from '#platform/primitives'
import { type Container, namesIn } from '../container/container.ts'
import type { LazyMiddleware, Prepare, PreparedMiddleware } from '../tree/prepared-middleware.ts'
import { ready } from '../tree/walk.ts'
import { ErrorMiddleware, guarded } from './error-middleware.ts'
import { FOR_EVERY_ANSWER } from './for-every-answer.ts'
import { InvalidMiddlewareError } from './invalid-middleware-error.ts'

/** Prepares the name of a service, which is fetched from the container at its first use (contract 7.1). */
export function lazyService(name: string, place: string, prepare: Prepare): PreparedMiddleware {
  return lazy({
    kind: 'service',
    name,
    place,
    isForEveryAnswer: false,
    resolve: ({ container }) =>
      whenKnown(fetchService(name, container, place), (service) => {
        if (typeof service === 'string' || Array.isArray(service))
          throw InvalidMiddlewareError.serviceIsNot(place, name, service)
        return prepareService(service, name, place, prepare)
      }),
  })
}

/**
 * Fetches a service, or a promise of it. Throws `InvalidMiddlewareError` without a container, and for a name that the
 * container does not have.
 */
export function fetchService(name: string, container: Container | undefined, place: string): unknown {
  if (!container) throw InvalidMiddlewareError.noContainer(place, name)
  if (!container.has(name))
    throw InvalidMiddlewareError.unknownService(place, name, nearestName(name, namesIn(container)))
  return container.get(name)
}

/**
 * Prepares a class, which is constructed at its first use: by the container if it has the class, else without arguments
 * (contract 2.2).
 */
export function lazyClass(middleware: new () => unknown, place: string, prepare: Prepare): PreparedMiddleware {
  const name = middleware.name || 'without a name'
  return lazy({
    kind: 'class',
    name,
    place,
    isForEveryAnswer: FOR_EVERY_ANSWER in middleware.prototype,
    resolve: ({ container }) => {
      if (container?.has(middleware)) {
        return whenKnown(container.get(middleware), (service) => prepareService(service, name, place, prepare))
      }
      if (middleware.length > 0) throw InvalidMiddlewareError.needsArguments(place, name)
      return prepareService(new middleware(), name, place, prepare)
    },
  })
}

function prepareService(service: unknown, name: string, place: string, prepare: Prepare): PreparedMiddleware {
  if (ErrorMiddleware.is(service)) throw InvalidMiddlewareError.serviceIsForErrors(place, name)
  try {
    return prepare(service, `${place}, service "${name}"`)
  } catch (error) {
    throw error instanceof InvalidMiddlewareError ? InvalidMiddlewareError.serviceIsNot(place, name, service) : error
  }
}

/**
 * Resolves middleware at its first use, and waits for all that its first request needs, such as the router of an
 * application.
 *
 * Requests that arrive meanwhile wait for the same attempt; after a failure the next request tries again.
 */
function lazy(parts: Omit<LazyMiddleware, 'latest' | 'compile'>): LazyMiddleware {
  const latest: LazyMiddleware['latest'] = {}
  return {
    ...parts,
    latest,
    compile(next, surroundings) {
      let resolved: RequestHandler | undefined
      let pending: Promise<RequestHandler> | undefined
      const compiled = (prepared: PreparedMiddleware): RequestHandler => {
        latest.made = prepared
        resolved = prepared.compile(next, surroundings).handle
        return resolved
      }
      const resolveReady = () =>
        whenKnown(parts.resolve(surroundings), (prepared) => {
          const waiting = ready(prepared, surroundings)
          return waiting ? waiting.then(() => prepared) : prepared
        })
      const handle: RequestHandler = (request) => {
        if (resolved) return resolved(request)
        if (pending) return pending.then((handler) => handler(request))
        const prepared = resolveReady()
        if (!(prepared instanceof Promise)) return compiled(prepared)(request)
        pending = prepared.then(compiled).finally(() => {
          pending = undefined
        })
        return pending.then((handler) => handler(request))
      }
      return guarded(handle, next)
    },
  }
}

/** Applies a function to a value: at once, or when its promise is fulfilled. */
export function whenKnown<T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> {
  if (isThenable(value)) return Promise.resolve(value).then(use) as Promise<Awaited<R>>
  return use(value as T)
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
