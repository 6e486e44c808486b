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
  { handleError }: Rest,
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
  let refused: ReturnType<DispatchGuard>
  try {
    refused = ask(guards, guards.length - 1, route, request)
  } catch (error) {
    return failed(error)
  }
  if (!(refused instanceof Promise)) return refused ?? run(request)
  return refused.then((later) => later ?? run(request), failed)
}

/** The chain after the dispatch step; `handleError` runs its first error middleware. */
interface Rest {
  readonly handleError?: (error: unknown, request: ServerRequest) => Awaitable<Response>
}

/** Asks the guards from the last one to the first one. Returns a promise only if a guard does. */
function ask(
  guards: readonly RequestGuard[],
  last: number,
  route: Route,
  request: ServerRequest,
): ReturnType<DispatchGuard> {
  for (let index = last; index >= 0; index--) {
    const refused = (guards[index] as RequestGuard).decide(route, request)
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

/** A guard, and the name of the metadata key by which it decides. */
export interface RequestGuard {
  readonly key: string | undefined
  readonly decide: DispatchGuard
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
  const notes = openNotes(request)
  notes.guards ??= []
  const guards = notes.guards as RequestGuard[]
  guards.push({ key: key?.name, decide: guard })
}
