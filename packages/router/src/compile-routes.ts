import { type ConfigurationError, nearest } from '@app/checks'
import { invalidRoute } from './invalid-route.ts'
import { Route } from './route.ts'
import { type Matcher, methodNotAllowed, type RouteResult, type RouterInterface } from './router-interface.ts'

/**
 * Compiles routes with a router, after checking that the router declares all their options.
 *
 * A router therefore never gets, and never silently ignores, an option that it does not declare. Throws a
 * `ConfigurationError` of the code `APP_ROUTE` that names the route and the undeclared option, and passes on the errors
 * of the router.
 *
 * Routes with the empty path are compiled separately: they match the empty path, which an application looks up if the
 * request path equals the prefix at which the application is mounted.
 *
 * @example
 * const match = compileRoutes(router, [new Route('/users/{id}', showUser)])
 * const result = match('GET', '/users/7')
 */
export function compileRoutes(router: RouterInterface, routes: readonly Route[]): Matcher {
  const declared = [...STANDARD_OPTIONS, ...(router.traits.options ?? [])]
  for (const route of routes) {
    for (const option of Object.keys(route.options)) {
      if (!declared.includes(option)) throw refusal(router, route, option, declared)
    }
  }
  const roots = routes.filter(({ path }) => path === '')
  if (roots.length === 0) return router.compile(routes)
  const match = router.compile(routes.filter(({ path }) => path !== ''))
  const matchRoot = compileRoots(router, roots)
  return (method, path) =>
    path === '' ? either(matchRoot(method, '/'), () => match(method, '/')) : match(method, path)
}

/**
 * Makes the matcher for routes with the empty path. The router gets copies of these routes with the path `/`, and
 * chooses among them by their methods.
 */
function compileRoots(router: RouterInterface, roots: readonly Route[]): Matcher {
  const originals = new Map(
    roots.map((route) => {
      const { middleware, methods, name, options } = route
      return [new Route<string>('/', middleware, methods, name).setOptions(options), route]
    }),
  )
  const match = router.compile([...originals.keys()])
  return (method, path) => {
    const result = match(method, path)
    return result.matched ? { ...result, route: originals.get(result.route) ?? result.route } : result
  }
}

function either(result: RouteResult, other: () => RouteResult): RouteResult {
  if (result.matched) return result
  const second = other()
  return second.matched ? second : methodNotAllowed([...result.allowedMethods, ...second.allowedMethods])
}

/**
 * The options of routes that every router takes without declaring them in its traits. A router may nevertheless refuse
 * a route with tokens.
 */
export const STANDARD_OPTIONS: readonly string[] = ['tokens', 'defaults', 'allowUnsafeTokens']

function refusal(
  router: RouterInterface,
  route: Route,
  option: string,
  declared: readonly string[],
): ConfigurationError {
  if (option === 'constraints') return invalidRoute(`Route ${route}: ${NO_CONSTRAINTS}`)
  const near = nearest(option, declared)
  const hint = near
    ? `Did you mean "${near}"?`
    : `Its options are ${declared.join(', ')}. Values for other code are metadata: route.set(key, value).`
  const { name } = router.constructor
  return invalidRoute(`Route ${route}: ${name === 'Object' ? 'the router' : name} takes no option "${option}". ${hint}`)
}

const NO_CONSTRAINTS =
  'there are no "constraints", since a router sees method and path alone. ' +
  "For a host, pipe an application: app.pipe(host('api.example.org', application)). " +
  'The option "tokens" restricts the values of placeholders.'
