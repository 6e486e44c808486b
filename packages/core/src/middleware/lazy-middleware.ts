import type { RequestHandler } from '@app/http'
import { notFound } from '@app/router'
import { nearest } from '@app/router/adapter'
import { type Container, namesIn } from '../container/container.ts'
import { ErrorMiddleware, guarded } from './error-middleware.ts'
import { InvalidMiddlewareError } from './invalid-middleware-error.ts'
import { description, type MiddlewareDescription } from './middleware-description.ts'
import type { Continuation, Prepare, PreparedMiddleware, Surroundings } from './prepared-middleware.ts'
import { responderOf } from './refuse.ts'

/** Prepares the name of a service, which is fetched from the container at its first use (contract 7.1). */
export function lazyService(name: string, place: string, prepare: Prepare): PreparedMiddleware {
  return lazy('service', name, ({ container }) =>
    whenKnown(fetchService(name, container, place), (service) => {
      if (typeof service === 'string' || Array.isArray(service))
        throw InvalidMiddlewareError.serviceIsNot(place, name, service)
      return prepareService(service, name, place, prepare)
    }),
  )
}

/** Fetches a service, or a promise of it. Throws `InvalidMiddlewareError` if the container does not have the name. */
export function fetchService(name: string, container: Container | undefined, place: string): unknown {
  if (!container) throw InvalidMiddlewareError.noContainer(place, name)
  if (!container.has(name)) throw InvalidMiddlewareError.unknownService(place, name, nearest(name, namesIn(container)))
  return container.get(name)
}

/**
 * Prepares a class, which is constructed at its first use: by the container if it has the class, else without arguments
 * (contract 2.2).
 */
export function lazyClass(middleware: new () => unknown, place: string, prepare: Prepare): PreparedMiddleware {
  const name = middleware.name || 'without a name'
  const prepared = lazy('class', name, ({ container }) => {
    if (container?.has(middleware)) {
      return whenKnown(container.get(middleware), (service) => prepareService(service, name, place, prepare))
    }
    if (middleware.length > 0) throw InvalidMiddlewareError.needsArguments(place, name)
    return prepareService(new middleware(), name, place, prepare)
  })
  // Only an error handler is constructed to answer an error that is known before middleware runs.
  const { responder, ...silent } = prepared
  return responderOf(middleware.prototype) ? prepared : silent
}

function prepareService(service: unknown, name: string, place: string, prepare: Prepare): PreparedMiddleware {
  if (ErrorMiddleware.is(service)) throw InvalidMiddlewareError.serviceIsForErrors(place, name)
  try {
    return prepare(service, `${place}, service "${name}"`)
  } catch (error) {
    throw error instanceof InvalidMiddlewareError ? InvalidMiddlewareError.serviceIsNot(place, name, service) : error
  }
}

type Resolve = (surroundings: Surroundings) => PreparedMiddleware | Promise<PreparedMiddleware>

/**
 * Resolves middleware at its first use, and waits for what its first request needs, such as the router of an application.
 *
 * Requests that arrive meanwhile wait for the same attempt; after a failure the next request tries again.
 */
function lazy(kind: 'service' | 'class', name: string, resolve: Resolve): PreparedMiddleware {
  let checked: PreparedMiddleware | undefined
  let latest: PreparedMiddleware | undefined
  const resolveReady: Resolve = (surroundings) =>
    whenKnown(resolve(surroundings), (prepared) => {
      const pending = prepared.ready(surroundings)
      return pending ? pending.then(() => prepared) : prepared
    })
  /** The middleware, if no promise stands between. */
  const atOnce = (surroundings: Surroundings): PreparedMiddleware | undefined => {
    try {
      const prepared = latest ?? resolve(surroundings)
      if (!(prepared instanceof Promise)) return prepared
      prepared.catch(() => undefined)
    } catch {
      // The first request that needs the service throws this error again.
    }
    return undefined
  }
  return {
    compile(next, surroundings) {
      let resolved: RequestHandler | undefined
      let pending: Promise<RequestHandler> | undefined
      const compiled = (prepared: PreparedMiddleware): RequestHandler => {
        latest = prepared
        resolved = prepared.compile(next, surroundings).handle
        return resolved
      }
      const handle: RequestHandler = (request) => {
        if (resolved) return resolved(request)
        if (pending) return pending.then((ready) => ready(request))
        const prepared = resolveReady(surroundings)
        if (!(prepared instanceof Promise)) return compiled(prepared)(request)
        pending = prepared.then(compiled).finally(() => {
          pending = undefined
        })
        return pending.then((ready) => ready(request))
      }
      return guarded(handle, next)
    },
    check: async (surroundings, report) => {
      try {
        const prepared = await resolve(surroundings)
        checked = prepared
        await prepared.check(surroundings, report)
        await prepared.ready(surroundings)
        // Nothing but an application has all that it is compiled against in itself.
        if (prepared.describe().kind === 'application') prepared.compile(NOTHING_BEHIND, surroundings)
      } catch (error) {
        report(error)
      }
    },
    ready: () => undefined,
    find: async (method, request, surroundings) => {
      // A class is constructed for a request that it handles, and not to be asked.
      if (kind === 'service') latest ??= await resolveReady(surroundings)
      return latest?.find?.(method, request, surroundings) ?? notFound
    },
    visit: (surroundings, visitor) => {
      if (kind === 'service') atOnce(surroundings)?.visit?.(surroundings, visitor)
    },
    responder: (surroundings) => atOnce(surroundings)?.responder?.(surroundings),
    describe: () => describeLazy(kind, name, checked?.describe()),
  }
}

/** What is compiled for a check answers no request. */
const NOTHING_BEHIND: Continuation = { handle: () => Promise.reject(new Error('This was compiled for a check.')) }

/** Describes a service or class; its content is known after `check`. */
function describeLazy(
  kind: 'service' | 'class',
  name: string,
  made: MiddlewareDescription | undefined,
): MiddlewareDescription {
  const { isFinal = false, items, routes, router } = made ?? {}
  return description({
    kind,
    name,
    isLazy: true,
    isFinal,
    ...(items && { items }),
    ...(routes && { routes }),
    ...(router && { router }),
  })
}

/** Applies a function to a value: at once, or when its promise is fulfilled. */
export function whenKnown<T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> {
  if (isThenable(value)) return Promise.resolve(value).then(use) as Promise<Awaited<R>>
  return use(value as T)
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
