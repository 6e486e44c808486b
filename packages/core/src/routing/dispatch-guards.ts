import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import { declaredMetadataKeys, type Route } from '@app/router'
import { guardsOf, type RequestGuard } from '../matching/request-notes.ts'
import type { Continuation } from '../tree/prepared-middleware.ts'

/**
 * The metadata of a route says who may reach it, but no guard has read that metadata.
 *
 * @example
 * try {
 *   await handler(request)
 * } catch (error) {
 *   if (!(error instanceof UnguardedRouteError)) throw error
 *   console.error(error.message)
 * }
 */
export class UnguardedRouteError extends Error {
  override readonly name = 'UnguardedRouteError'

  constructor(route: Route, key: string, enforcedBy: string) {
    super(
      `${route} has the metadata "${key}", which no middleware has checked. Pipe ${enforcedBy} in front of routing, ` +
        'or take the metadata away.',
    )
  }
}

/**
 * Runs a route after all guards of the request have accepted it. Most requests have no guard, and most routes need
 * none.
 */
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
