import type { Route, RouterInterface } from '@app/router'
import type {
  ApplicationDescription,
  MiddlewareDescription,
  PipelineDescription,
  RouteDescription,
} from '../middleware/middleware-description.ts'
import { DEFAULT_STEPS, hasSteps } from '../routing/steps.ts'
import { pipedEntries, routeEntry } from './config-entries.ts'

/** What an application consists of; `routes` gives what answers each of its routes. */
export function describeApplication(
  application: object,
  { items }: PipelineDescription,
  routes: ReadonlyMap<Route, MiddlewareDescription>,
  router: RouterInterface | undefined,
): ApplicationDescription {
  const entries = pipedEntries(application)
  const piped = items.map((item, index) => {
    const entry = entries[index]
    return entry ? Object.freeze({ ...item, entry }) : item
  })
  const steps =
    routes.size === 0 || hasSteps(items)
      ? []
      : DEFAULT_STEPS.map((step) => Object.freeze({ ...step.describe(), isDefault: true }))
  return Object.freeze({
    items: Object.freeze([...piped, ...steps]),
    routes: Object.freeze(Array.from(routes, describeRoute)),
    ...(router && { router: Object.freeze({ name: router.constructor.name, traits: router.traits }) }),
  })
}

function describeRoute([route, middleware]: readonly [Route, MiddlewareDescription]): RouteDescription {
  const { path, methods, name, options } = route
  const entry = routeEntry(route)
  return Object.freeze({
    path,
    methods,
    name,
    options: Object.freeze({ ...options }),
    metadata: Object.freeze(Object.fromEntries(route.metadata())),
    middleware,
    ...(entry && { entry }),
  })
}
