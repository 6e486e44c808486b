import { IDENTITY, refuseUnauthenticated } from '@app/authentication'
import {
  type Awaitable,
  empty,
  type Middleware,
  type Params,
  type RequestHandler,
  ROUTE_RESULT,
  type RouteDescription,
  type RouteResult,
  refuse,
  type ServerRequest,
} from '@app/core'
import { beforeDispatch, checkOptions, type OptionKind, optionKind, routeFor, withFacts } from '@app/core/extending'
import { decide, isAllowed } from './decide.ts'
import { checkRequirement, REQUIRES, type Requirement } from './requires.ts'

/** Options of `authorization`. */
export interface AuthorizationOptions {
  /**
   * The requirement of routes without `REQUIRES`, and of requests without a route, such as those that a piped handler
   * answers. Default: `denied`. Nobody then reaches such a route, and if there is no route, a visitor who has logged in
   * gets 404 or 405.
   */
  readonly otherwise?: Requirement | 'denied' | undefined
  /** Answers 404 in place of 403, so that a visitor does not learn which paths exist. Default: `false`. */
  readonly hide?: boolean | undefined
  /**
   * Answers 404 and 405 also to visitors whom `otherwise` does not admit, if there is no route. By default they get a
   * 401, or a 403 after log-in, which do not reveal whether a route exists. The option is for sites with public pages. A
   * piped handler, which is not a route, stays closed to these visitors. Default: `false`.
   */
  readonly showMissing?: boolean | undefined
}

/**
 * Middleware that closes routes to visitors whom the metadata `REQUIRES` of the route does not admit.
 *
 * The middleware decides before anything after it runs. If dispatch then runs another route, the middleware decides
 * again, about that route. Visitors who have not logged in get a 401, or the log-in page of `authentication()`, which
 * has to stand before it. Other visitors without access get a 403. Throws an `OptionError` for an invalid option.
 *
 * @example
 * app.pipe(authorization({ otherwise: 'authenticated' }))
 * app.get('/about', () => text('Us')).set(REQUIRES, 'public')
 */
export function authorization(options: AuthorizationOptions = {}): Middleware {
  const checked = checkOptions('authorization()', options, KINDS)
  const { otherwise = 'denied', hide = false, showMissing = false } = checked
  const requirementOf = (route: RouteResult['route']) => route?.metadata(REQUIRES) ?? otherwise
  const requires = ({ metadata }: RouteDescription) => (metadata[REQUIRES.name] ?? otherwise) !== 'public'
  const closes = (metadata: RouteDescription['metadata']) =>
    (metadata[REQUIRES.name] ?? otherwise) === 'denied' && CLOSED
  return withFacts(authorization, { '@app/openapi': { requires }, '@app/proofs': { closes } })

  async function authorization(request: ServerRequest, handler: RequestHandler): Promise<Response> {
    const identity = request.attribute(IDENTITY)
    let cleared: MatchedRoute | undefined
    // This check is registered before the code below may refuse the request: error middleware may continue after a
    // refusal, and this check then still closes the routes.
    beforeDispatch(
      request,
      (route, inner) => {
        const { params } = inner
        if (cleared?.route === route && isSame(cleared.params, params) && inner.attribute(IDENTITY) === identity) return
        return decide(inner, { requirement: requirementOf(route), params, goal: `${route}`, hide })
      },
      REQUIRES,
    )
    const found = await findRoute(request)
    const isMissing = !found.matched && (otherwise === 'denied' || (showMissing && !(await admits(request))))
    const refused = isMissing
      ? identity === undefined && !showMissing && refuseUnauthenticated(request)
      : await decide(request, {
          requirement: requirementOf(found.route),
          params: found.matched ? found.params : {},
          goal: `${found.route ?? `${request.method} ${request.path}`}`,
          hide,
        })
    if (refused) return refused
    if (found.matched) {
      cleared = found
      return handler(request)
    }
    const allowed = hide ? await reachable(request, found.allowedMethods) : found.allowedMethods
    const isHidden = allowed.length < found.allowedMethods.length
    return isMissing || isHidden ? answerMissing(request, allowed) : handler(request)
  }

  /** True if a visitor may reach what is not a route. */
  function admits(request: ServerRequest): Promise<boolean> {
    return isAllowed(request, { requirement: otherwise, params: {} })
  }

  /** Returns the methods with which the request would reach a route that the visitor may use. */
  async function reachable(request: ServerRequest, methods: readonly string[]): Promise<readonly string[]> {
    const routes = await Promise.all(methods.map((method) => routeFor(request, method)))
    const areOpen = await Promise.all(
      routes.map((found) => {
        const asked = { requirement: requirementOf(found.route), params: found.matched ? found.params : {} }
        return isAllowed(request, asked)
      }),
    )
    return methods.filter((_, index) => areOpen[index])
  }
}

/** The reason that `app check` prints for a route that nobody may use. */
const CLOSED =
  'authorization() lets nobody use a route without a requirement. Add one, such as ' +
  `metadata: { '@app/authorization': 'public' }, in code .set(REQUIRES, 'public'), or set the option "otherwise".`

type MatchedRoute = Extract<RouteResult, { readonly matched: true }>

/** Returns the route that a routing step before it has found, else the route that routing will find. */
async function findRoute(request: ServerRequest): Promise<RouteResult> {
  const result = request.attribute(ROUTE_RESULT)
  return result?.matched ? result : routeFor(request, request.method)
}

/**
 * Answers 404 or 405, and OPTIONS with `Allow`, as routing would, without running anything after `authorization()`: a
 * piped handler there has no requirement, and would answer every visitor.
 */
function answerMissing(request: ServerRequest, allowedMethods: readonly string[]): Awaitable<Response> {
  if (allowedMethods.length === 0) return refuse(request, 404)
  const headers = { allow: allowedMethods.join(', ') }
  return request.method === 'OPTIONS' ? empty({ status: 200, headers }) : refuse(request, 405, { headers })
}

function isSame(a: Params, b: Params): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

const OTHERWISE: OptionKind = {
  wants: '"denied", "public", "authenticated", or { roles, allow }',
  accepts: (value) => value === 'denied' || isRequirement(value),
}

function isRequirement(value: unknown): boolean {
  try {
    return checkRequirement('otherwise', value) !== undefined
  } catch {
    return false
  }
}

const KINDS = { otherwise: OTHERWISE, hide: optionKind.boolean, showMissing: optionKind.boolean }
