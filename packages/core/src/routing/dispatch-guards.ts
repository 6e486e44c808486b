import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import { declaredMetadataKeys, type MetadataKey, type Route } from '@app/router'
import type { Continuation } from '../tree/prepared-middleware.ts'

/** A route says in its metadata who may reach it, and nobody has looked at that. */
export class UnguardedRouteError extends Error {
  override readonly name = 'UnguardedRouteError'

  constructor(route: Route, key: string, enforcedBy: string) {
    super(
      `${route} has the metadata "${key}", which nobody has looked at. Pipe ${enforcedBy} in front of routing, ` +
        'or take the metadata away.',
    )
  }
}

/** Runs a route after all guards of the request have let it. Most requests have none, and most routes ask for none. */
export function runGuarded(run: RequestHandler, route: Route, request: ServerRequest, { fail }: Continuation): Answer {
  const guards = guardsOf(request)
  if (guards === undefined && route.metadata().size === 0) return run(request)
  refuseUnguarded(route, guards)
  if (guards === undefined) return run(request)
  return ask(guards, route, request).then(
    (refused) => refused ?? run(request),
    (error: unknown) => {
      if (fail) return fail(error, request)
      throw error
    },
  )
}

async function ask(
  guards: readonly RequestGuard[],
  route: Route,
  request: ServerRequest,
): Promise<Response | undefined> {
  for (const { decide } of guards) {
    const refused = await decide(route, request)
    if (refused !== undefined) return refused
  }
  return undefined
}

function refuseUnguarded(route: Route, guards: readonly RequestGuard[] | undefined): void {
  for (const [name, value] of route.metadata()) {
    const enforcedBy = declaredMetadataKeys().get(name)?.enforcedBy?.(value)
    if (enforcedBy === undefined || guards?.some(({ key }) => key === name)) continue
    throw new UnguardedRouteError(route, name, enforcedBy)
  }
}

/** Lets a route run by giving nothing, answers in its place by a response, or throws. */
export type DispatchGuard = (
  route: Route,
  request: ServerRequest,
) => Response | undefined | Promise<Response | undefined>

/**
 * Calls a guard with each route that is about to run for this request, in whichever application, before its middleware.
 *
 * For middleware that guards, wherever it stands in front: the route is the one that dispatch has in hand, not one that was
 * looked up ahead. The guard stays for the whole request, also where error middleware goes on after an error. `key` is the
 * metadata that it decides by, as in `enforcedBy`.
 */
export function beforeDispatch(
  request: ServerRequest,
  guard: DispatchGuard,
  key?: Pick<MetadataKey<unknown, unknown>, 'name'>,
): void {
  const source = sourceOf(request)
  source.notes ??= []
  const guards = source.notes as RequestGuard[]
  guards.push({ key: key?.name, decide: guard })
}

/** A guard, and the name of the metadata key that it decides by. */
export interface RequestGuard {
  readonly key: string | undefined
  readonly decide: DispatchGuard
}

/** The guards of a request; `undefined` for none. */
export function guardsOf(request: ServerRequest): readonly RequestGuard[] | undefined {
  return sourceOf(request).notes as readonly RequestGuard[] | undefined
}
