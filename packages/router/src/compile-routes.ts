import { nearest } from './nearest.ts'
import type { Route } from './route.ts'
import { RouteError } from './route-error.ts'
import type { Matcher, RouterInterface } from './router-interface.ts'

/**
 * Compiles routes with a router, after checking that the router declares all their options.
 *
 * No router can ignore an option, since it never gets a route with an undeclared one. Throws `RouteError`, which names
 * the route and the option, and the errors of the router.
 */
export function compileRoutes(router: RouterInterface, routes: readonly Route[]): Matcher {
  const declared = [...STANDARD_OPTIONS, ...(router.traits.options ?? [])]
  for (const route of routes) {
    for (const option of Object.keys(route.options)) {
      if (option === 'constraints' || !declared.includes(option)) throw refusal(router, route, option, declared)
    }
  }
  return router.compile(routes)
}

/** The options that every router declares, though a router may refuse tokens. */
export const STANDARD_OPTIONS: readonly string[] = ['tokens', 'defaults', 'allowUnsafeTokens']

function refusal(router: RouterInterface, route: Route, option: string, declared: readonly string[]): RouteError {
  if (option === 'constraints') return new RouteError(`Route ${route}: ${NO_CONSTRAINTS}`)
  const near = nearest(option, declared)
  const hint = near
    ? `Did you mean "${near}"?`
    : `It takes ${declared.join(', ')}. What is not for the router is metadata: route.with(key, value).`
  const { name } = router.constructor
  return new RouteError(
    `Route ${route}: ${name === 'Object' ? 'the router' : name} takes no option "${option}". ${hint}`,
  )
}

const NO_CONSTRAINTS =
  'there are no "constraints", since a router sees method and path alone. ' +
  "For a host pipe an application: app.pipe(host('api.example.org', application)). " +
  'What a placeholder may be is the option "tokens".'
