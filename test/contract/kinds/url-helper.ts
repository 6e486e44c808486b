import { Application, matchedRoute, type Params, type Route, text } from '@app/core'
import { pathFor, routerFor } from '../by-router.ts'
import { compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import { recordedRequest } from '../recorded-request.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

interface HelperCall {
  readonly base?: string
  /** Set if the case calls the helper for the base path, not for the URL of a route. */
  readonly getBase?: number
  readonly matched?: string
  readonly args: readonly [name?: string | null, params?: Params, query?: object, fragment?: string, options?: Reuse]
}

interface Reuse {
  readonly reuse_result_params?: boolean
  readonly reuse_query_params?: boolean
}

/**
 * The route, the params and the query of the current request. Mezzio's URL helper can reuse them by itself; here a
 * handler passes them to `app.url`.
 */
interface Matched {
  readonly route: Route | undefined
  readonly params: Params
  readonly query: object
}

/** Replays the recorded calls of Mezzio's URL helper by `app.url`, with the route, params and query of the request. */
export async function compareUrlHelper({ recorded, expected, router }: Unit): Promise<readonly Difference[]> {
  const app = new Application({ router: routerFor(router) })
  let seen: Matched = NOTHING
  for (const { path, methods, name } of recorded.routes as readonly Readonly<Record<string, unknown>>[]) {
    app.route(pathFor(path) as string, () => text(''), methods as string[], name as string)
  }
  app.pipeRoutingMiddleware().pipe((request) => {
    const { params, query } = request
    seen = { route: matchedRoute(request) as Route | undefined, params, query: Object.fromEntries(query) }
    return text('')
  })
  app.pipeDispatchMiddleware()
  const results: Outcome[] = []
  for (const call of recorded.calls as readonly HelperCall[]) {
    seen = NOTHING
    if (call.matched !== undefined) await app.fetch(recordedRequest({ method: 'GET', path: call.matched }))
    results.push(call.getBase ? basePathOf(app, call) : urlOf(app, call, seen))
  }
  return compareResults(expected.results, results)
}

/** Returns the base path. Mezzio's URL helper has a method for it; here it is read from the URL of the route `home`. */
function basePathOf(app: Application, { base }: HelperCall): Outcome {
  return { base: app.url('home', {}, { basePath: base }).replace(/\/$/, '') }
}

const NOTHING: Matched = { route: undefined, params: {}, query: {} }

function urlOf(app: Application, { base, args }: HelperCall, matched: Matched): Outcome {
  const [name, params = {}, query = {}, fragment, reuse = {}] = args
  const route = name ?? matched.route?.name
  const isSame = route !== undefined && route === matched.route?.name
  const ownParams = isSame && reuse.reuse_result_params !== false ? matched.params : {}
  const ownQuery = isSame && reuse.reuse_query_params ? matched.query : {}
  const options = {
    ...(base !== undefined && { basePath: base }),
    query: { ...ownQuery, ...query } as Record<string, string>,
    ...(fragment && { fragment }),
  }
  try {
    return { uri: app.url(route ?? 'no route matched', { ...ownParams, ...params } as Record<string, string>, options) }
  } catch (error) {
    return { error }
  }
}
