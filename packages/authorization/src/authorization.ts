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
import {
  beforeDispatch,
  checkOptions,
  OptionError,
  type OptionKind,
  optionKind,
  routeFor,
  withFacts,
} from '@app/core/extending'
import { type Demand, decide, isAllowed } from './decide.ts'
import { grantsOf, type RoutePermissions } from './permissions.ts'
import { type Conditions, checkRequirement, REQUIRES, type Requirement } from './requires.ts'
import { listsByRole, type RoleParents } from './role-tree.ts'

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
  /**
   * The parents of each role, from which it inherits: `{ admin: ['editor'], editor: [] }`. A route for editors then also
   * admits admins, and a role that stands nowhere here admits nobody. A role with `permissions` has to stand here too.
   * Default: no role inherits.
   */
  readonly roles?: RoleParents | undefined
  /**
   * The routes that each role may use, by name: `{ editor: ['note.*'] }`. Every route that is not public then needs a
   * permission, besides its `REQUIRES` if it has one. Default: routes need no permission.
   */
  readonly permissions?: RoutePermissions | undefined
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
  const { otherwise = 'denied', hide = false, showMissing = false, roles, permissions } = checked
  const grants = grantsOf('authorization()', roles, permissions)
  const [unknown] = grants.unknownRoles(rolesOf(otherwise) ?? [])
  if (unknown !== undefined) throw new OptionError('authorization()', 'otherwise', `"otherwise" requires ${unknown}`)
  const demand = (own: Requirement | undefined, name: string | undefined): Demand => {
    const permitted = name === undefined ? undefined : grants.permitted(name)
    const isNamed = permitted !== undefined && permitted.length > 0
    const requirement = own ?? (isNamed ? 'authenticated' : otherwise)
    if (requirement === 'public' && !isNamed) return { requirement }
    const admitted = rolesOf(requirement)
    return {
      // A permission for a public route closes the route to others: where two rules differ, the stricter one holds.
      requirement: requirement === 'public' ? 'authenticated' : requirement,
      ...(admitted && { roles: grants.including(admitted) }),
      ...(permitted && { permitted }),
    }
  }
  const demandOf = (route: RouteResult['route']) => demand(route?.metadata(REQUIRES), route?.name)
  const described = (metadata: RouteDescription['metadata'], name: string | undefined) =>
    demand(metadata[REQUIRES.name] as Requirement | undefined, name)
  const requires = ({ metadata, name }: RouteDescription) => described(metadata, name).requirement !== 'public'
  const closes = (metadata: RouteDescription['metadata'], name?: string): string | false => {
    // Earlier releases of @app/proofs do not give the name, without which nothing is known of permissions.
    if (permissions !== undefined && name === undefined) return false
    const { requirement, permitted } = described(metadata, name)
    if (requirement === 'denied') return CLOSED
    if (permitted?.length === 0) return `no role has a permission for its name, "${name}". Add it to "permissions".`
    return false
  }
  const misnames = (routes: readonly Pick<RouteDescription, 'name' | 'metadata'>[]) => [
    ...grants.unknownRoutes(routes.map(({ name }) => name)),
    ...routes.flatMap(({ name, metadata }) => {
      const required = rolesOf(described(metadata, name).requirement) ?? []
      return grants.unknownRoles(required).map((problem) => `The route "${name}" requires ${problem}`)
    }),
  ]
  return withFacts(authorization, { '@app/openapi': { requires }, '@app/proofs': { closes, misnames } })

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
        return decide(inner, { ...demandOf(route), params, goal: `${route}`, hide })
      },
      REQUIRES,
    )
    const found = await findRoute(request)
    const isMissing = !found.matched && (otherwise === 'denied' || (showMissing && !(await admits(request))))
    const refused = isMissing
      ? identity === undefined && !showMissing && refuseUnauthenticated(request)
      : await decide(request, {
          ...demandOf(found.route),
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
    return isAllowed(request, { ...demandOf(undefined), params: {} })
  }

  /** Returns the methods with which the request would reach a route that the visitor may use. */
  async function reachable(request: ServerRequest, methods: readonly string[]): Promise<readonly string[]> {
    const routes = await Promise.all(methods.map((method) => routeFor(request, method)))
    const areOpen = await Promise.all(
      routes.map((found) => {
        return isAllowed(request, { ...demandOf(found.route), params: found.matched ? found.params : {} })
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

/** Returns the roles that a requirement names; `undefined` if it names none. */
function rolesOf(requirement: Requirement | 'denied'): Conditions['roles'] {
  return typeof requirement === 'string' ? undefined : requirement.roles
}

const KINDS = {
  otherwise: OTHERWISE,
  hide: optionKind.boolean,
  showMissing: optionKind.boolean,
  roles: listsByRole('a map of roles, each with the list of its parents, such as { admin: ["editor"], editor: [] }'),
  permissions: listsByRole('a map of roles, each with a list of names of routes, such as { editor: ["note.*"] }'),
}
