import { methodNotAllowed, notFound } from '@app/router'
import { compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

/**
 * Compares failed routing results. A recorded failure is a list of the methods that the path allows, or any other value
 * if no route has the path.
 */
export async function compareRouteResults({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const results = (recorded.results as readonly { readonly failure: unknown }[]).map(({ failure }) => describe(failure))
  return compareResults(expected.results, results, ({ allowed, ...others }) => ({
    ...others,
    params: {},
    allowed: allowed ?? [],
  }))
}

function describe(failure: unknown): Outcome {
  const result = Array.isArray(failure) ? methodNotAllowed(failure as readonly string[]) : notFound
  const allowed = result.matched ? [] : result.allowedMethods
  return {
    isSuccess: result.matched,
    isFailure: !result.matched,
    isMethodFailure: allowed.length > 0,
    name: false,
    allowed,
    params: {},
    matchedRoute: false,
  }
}
