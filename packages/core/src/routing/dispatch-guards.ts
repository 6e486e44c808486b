import { ConfigurationError } from '@app/checks'
import type { Awaitable, RequestHandler, ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/internal'
import { declaredMetadataKeys, type MetadataKey, type Route } from '@app/router'
import { openNotes, type RequestNotes } from './matched-route.ts'

/**
 * Runs a route after all guards of the request have accepted it. Throws a `ConfigurationError` if the route has
 * metadata that a guard has to read, and no guard does. Most requests have no guard, and most routes need none.
 */
export function runGuarded(
  run: RequestHandler,
  route: Route,
  request: ServerRequest,
  { handleError, runWithin }: Rest,
): Awaitable<Response> {
  const notes = sourceOf(request).notes as RequestNotes | undefined
  const guards = notes?.guards as readonly RequestGuard[] | undefined
  if (guards === undefined && route.metadata().size === 0) return run(request)
  refuseUnguarded(route, guards)
  if (guards === undefined) return run(request)
  const failed = (error: unknown): Awaitable<Response> => {
    if (handleError) return handleError(error, request)
    throw error
  }
  const surrounded = () => {
    const around = guards.flatMap((guard) => guard.around ?? [])
    if (around.length === 0) return run(request)
    return runWithin(route, request, (inner) => around.reduceRight<RequestHandler>(surround(route), inner))
  }
  let refused: ReturnType<DispatchGuard>
  try {
    refused = ask(guards, guards.length - 1, route, request)
  } catch (error) {
    return failed(error)
  }
  if (!(refused instanceof Promise)) return refused ?? surrounded()
  return refused.then((later) => later ?? surrounded(), failed)
}

function surround(route: Route): (inner: RequestHandler, around: RouteSurrounding) => RequestHandler {
  return (inner, around) => (request) => around(route, request, inner)
}

/** The chain after the dispatch step, as the step knows it. */
export interface Rest {
  /** Runs the first error middleware of the chain. */
  readonly handleError?: (error: unknown, request: ServerRequest) => Awaitable<Response>
  /**
   * Runs the route within the handler that `wrap` makes of it. That handler gets the errors of the route; the error
   * middleware of the chain gets those that the handler throws.
   */
  readonly runWithin: (
    route: Route,
    request: ServerRequest,
    wrap: (inner: RequestHandler) => RequestHandler,
  ) => Awaitable<Response>
}

/** Asks the guards from the last one to the first one. Returns a promise only if a guard does. */
function ask(
  guards: readonly RequestGuard[],
  last: number,
  route: Route,
  request: ServerRequest,
): ReturnType<DispatchGuard> {
  for (let index = last; index >= 0; index--) {
    const refused = guards[index]?.decide?.(route, request)
    if (refused instanceof Promise) return refused.then((later) => later ?? ask(guards, index - 1, route, request))
    if (refused !== undefined) return refused
  }
  return undefined
}

function refuseUnguarded(route: Route, guards: readonly RequestGuard[] | undefined): void {
  for (const [name, value] of route.metadata()) {
    const enforcedBy = declaredMetadataKeys().get(name)?.enforcedBy?.(value)
    if (enforcedBy === undefined || guards?.some(({ key }) => key === name)) continue
    throw new ConfigurationError(
      'APP_ROUTE_UNGUARDED',
      `${route} has the metadata "${name}", which no middleware has checked. Pipe ${enforcedBy} before routing, ` +
        'or take the metadata away.',
    )
  }
}

/** Decides about a route: `undefined` lets it run, a response answers in its place, and an error ends the request. */
export type DispatchGuard = (
  route: Route,
  request: ServerRequest,
) => Response | undefined | Promise<Response | undefined>

/** Runs a route, in its own way: `run` runs the middleware of the route, and may be called more than once. */
export type RouteSurrounding = (route: Route, request: ServerRequest, run: RequestHandler) => Awaitable<Response>

/** A guard or a surrounding, and the name of the metadata key by which it decides. */
export interface RequestGuard {
  readonly key: string | undefined
  readonly decide?: DispatchGuard
  readonly around?: RouteSurrounding
}

/**
 * Calls a guard with each route that is about to run for this request, in any application, before the middleware of the
 * route.
 *
 * For middleware that guards routes, wherever it runs before them: the guard gets the very route that dispatch runs,
 * not one that was looked up before. The guard stays for the whole request, also if error middleware continues after an
 * error. Of several guards, the one that was registered last decides first: a limit that is registered earlier counts
 * only the requests that later guards let through. `key` is the key of the metadata by which the guard decides: if the
 * key is declared with `enforcedBy`, dispatch refuses a route with such metadata unless a guard with this key is
 * registered.
 *
 * @example
 * app.pipe((request, handler) => {
 *   beforeDispatch(request, (route) => (route.name === 'admin' ? text('No', { status: 403 }) : undefined))
 *   return handler(request)
 * })
 */
export function beforeDispatch(
  request: ServerRequest,
  guard: DispatchGuard,
  key?: Pick<MetadataKey<unknown, unknown>, 'name'>,
): void {
  register(request, { key: key?.name, decide: guard })
}

/**
 * Calls a function around each route that is about to run for this request, in any application, after all guards of
 * `beforeDispatch` have accepted the route.
 *
 * For middleware that does something for the time of a route, such as a transaction: nothing else runs between it and
 * the middleware of the route, wherever it is piped. It gets the response before all other middleware, and the errors
 * of the route before error middleware, which gets the errors that it throws. A call of `run` passes on attributes, and
 * a repeated one needs another view of the request: `run(request.withAttribute(…))`. Of several, the one that was
 * registered first is the outermost. `key` is as in `beforeDispatch`.
 *
 * @example
 * app.pipe((request, handler) => {
 *   aroundDispatch(request, (route, inner, run) => spans.measure(route.path, () => run(inner)))
 *   return handler(request)
 * })
 */
export function aroundDispatch(
  request: ServerRequest,
  around: RouteSurrounding,
  key?: Pick<MetadataKey<unknown, unknown>, 'name'>,
): void {
  register(request, { key: key?.name, around })
}

function register(request: ServerRequest, guard: RequestGuard): void {
  const notes = openNotes(request)
  notes.guards ??= []
  notes.guards.push(guard)
}
