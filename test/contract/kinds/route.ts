import { Route } from '@app/core'
import { compareResults } from '../compare-results.ts'
import { describeRoute } from '../describe-route.ts'
import type { Difference } from '../difference.ts'
import { isMap } from '../php-map.ts'
import type { Line, Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

interface RouteSpec {
  readonly path: unknown
  readonly methods?: unknown
  readonly name?: unknown
}

/** Constructs the routes of a recorded case, and compares their properties with the recorded properties. */
export async function compareRoutes({ recorded, expected, line }: Unit): Promise<readonly Difference[]> {
  const results = (recorded.routes as readonly RouteSpec[]).map((spec) => construct(spec, line))
  return compareResults(expected.routes, results, (route) => ({
    ...route,
    options: isMap(route.options) ? route.options : {},
  }))
}

function construct({ path, methods, name }: RouteSpec, line: Line): Outcome {
  try {
    const middleware = () => new Response()
    return describeRoute(new Route(path as string, middleware, methods as string[] | null, name as string | null), line)
  } catch (error) {
    return { error }
  }
}
