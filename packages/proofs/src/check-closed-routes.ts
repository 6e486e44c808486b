import type { Application, MiddlewareDescription, RouteDescription } from '@app/core'
import { describe } from '@app/core/internal'
import type { Route } from '@app/router'
import { middlewareBefore } from './middleware-before.ts'
import { placeOfEntry } from './open-route.ts'
import type { Survey } from './survey.ts'

/** What middleware declares by `withFacts(middleware, { '@app/proofs': facts })`. */
interface GuardFacts {
  /** Returns the reason why nobody may use a route with this metadata and name; `false` for any other route. */
  readonly closes?: (metadata: RouteDescription['metadata'], name: string) => string | false
  /**
   * Returns a problem for each name of a route in the options of the guard that none of the routes behind it has, and for
   * each name in the metadata of these routes that the options do not have.
   */
  readonly misnames?: (routes: readonly Pick<RouteDescription, 'name' | 'metadata'>[]) => readonly string[]
}

/**
 * Finds the routes that a guard before them closes to everybody, and names in the options of a guard, or in the metadata
 * of the routes behind it, that the other does not have. Returns one message for each.
 */
export async function checkClosedRoutes(application: Application, { nodes }: Survey): Promise<readonly string[]> {
  const guards = new Set(nodes.flatMap(({ node }) => guardFactsOf(describe(node)) ?? []))
  if (guards.size === 0) return []
  const fronts = await middlewareBefore(application)
  const misnamed = [...guards].flatMap((guard) => {
    const behind = fronts.filter(({ always, sometimes }) =>
      [...always, ...sometimes].some((middleware) => guardFactsOf(middleware) === guard),
    )
    return guard.misnames?.(behind.map(({ route }) => ({ name: route.name, metadata: metadataOf(route) }))) ?? []
  })
  const closed = fronts.flatMap(({ route, path, always, entry }) => {
    const reason = always.map((guard) => guardFactsOf(guard)?.closes?.(metadataOf(route), route.name)).find(Boolean)
    const place = entry === undefined ? '' : `, ${placeOfEntry(entry)},`
    return reason
      ? [`Route ${route.methods?.join('|') ?? 'any method'} ${path}${place} is closed to everybody: ${reason}`]
      : []
  })
  return [...misnamed, ...closed]
}

function metadataOf(route: Route): RouteDescription['metadata'] {
  return Object.fromEntries(route.metadata())
}

function guardFactsOf({ facts }: MiddlewareDescription): GuardFacts | undefined {
  return facts?.['@app/proofs'] as GuardFacts | undefined
}
