import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import type { MetadataKey, Route } from '@app/router'

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
