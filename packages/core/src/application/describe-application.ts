import type { Route } from '@app/router'
import { describe, describeAll } from '../tree/describe.ts'
import type { ApplicationDescription, RouteDescription } from '../tree/middleware-description.ts'
import type { ApplicationContent, PreparedMiddleware } from '../tree/prepared-middleware.ts'

/** Describes the pipeline, the routes and the router of an application. */
export function describeApplication({
  positions,
  table,
  router,
}: Pick<ApplicationContent, 'positions' | 'table' | 'router'>): ApplicationDescription {
  return Object.freeze({
    items: describeAll(positions),
    routes: Object.freeze(Array.from(table.answers, ([route, answer]) => describeRoute(route, answer))),
    ...(router && { router: Object.freeze({ name: router.constructor.name, traits: router.traits }) }),
  })
}

function describeRoute(route: Route, answer: PreparedMiddleware): RouteDescription {
  const { path, methods, name, options } = route
  const { entry, ...middleware } = describe(answer)
  return Object.freeze({
    path,
    methods,
    name,
    options: Object.freeze({ ...options }),
    metadata: Object.freeze(Object.fromEntries(route.metadata())),
    middleware: Object.freeze(middleware),
    ...(entry && { entry }),
  })
}
