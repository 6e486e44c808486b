import type { Application, MiddlewareDescription, RouteDescription } from '@app/core'
import { describe } from '@app/core/internal'
import { middlewareBefore } from './middleware-before.ts'
import { placeOfEntry } from './open-route.ts'
import type { Survey } from './survey.ts'

/** What middleware declares by `withFacts(middleware, { '@app/proofs': facts })`. */
interface GuardFacts {
  /** Returns the reason why nobody may use a route with this metadata; `false` for any other route. */
  readonly closes?: (metadata: RouteDescription['metadata']) => string | false
}

/** Finds the routes that a guard before them closes to everybody. Returns one message for each route. */
export async function checkClosedRoutes(application: Application, { nodes }: Survey): Promise<readonly string[]> {
  if (!nodes.some(({ node }) => closesOf(describe(node)) !== undefined)) return []
  const fronts = await middlewareBefore(application)
  return fronts.flatMap(({ route, path, always, entry }) => {
    const metadata = Object.fromEntries(route.metadata())
    const reason = always.map((guard) => closesOf(guard)?.(metadata)).find(Boolean)
    const place = entry === undefined ? '' : `, ${placeOfEntry(entry)},`
    return reason
      ? [`Route ${route.methods?.join('|') ?? 'any method'} ${path}${place} is closed to everybody: ${reason}`]
      : []
  })
}

function closesOf({ facts }: MiddlewareDescription): GuardFacts['closes'] {
  return (facts?.['@app/proofs'] as GuardFacts | undefined)?.closes
}
