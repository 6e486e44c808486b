import type { Application, EntryDescription, MiddlewareDescription } from '@app/core'
import { describe, type PlanNode } from '@app/core/internal'
import type { Route } from '@app/router'
import { pathSetsOf } from './path-set.ts'
import { applicationPlan, survey } from './survey.ts'
import { waysTo } from './ways.ts'

/** A route, with the middleware before its handler. */
export interface RouteMiddleware {
  readonly route: Route
  /** The path, with the prefix of the route's application. */
  readonly path: string
  /** The middleware that each request to the route runs through, in the order of execution. */
  readonly always: readonly MiddlewareDescription[]
  /** The middleware that only some requests to the route run through, depending on a prefix or a host. */
  readonly sometimes: readonly MiddlewareDescription[]
  /**
   * The entry of the configuration that defines the route; for a route without one, the entry that pipes its
   * application.
   */
  readonly entry?: EntryDescription
}

/**
 * Lists for each route the middleware before its handler, including the middleware in the route's own list. The ways of
 * requests that cause an error are left out. Constructs services and middleware classes to look inside of them, and
 * runs no middleware.
 *
 * @example
 * for (const { path, always } of await middlewareBefore(app)) console.log(path, always.length)
 */
export async function middlewareBefore(application: Application): Promise<readonly RouteMiddleware[]> {
  const found = await survey(applicationPlan('middlewareBefore()', application))
  const fronts: RouteMiddleware[] = []
  for (const { content, basePath, entry: outer } of found.mounts) {
    for (const route of content.table.routes) {
      const search = {
        route,
        content,
        basePath,
        survey: found,
        isPassed: () => false,
        withErrors: false,
        isNoting: true,
      }
      const ways = await waysTo(search, pathSetsOf(route, basePath))
      const [first = [], ...others] = ways.map(({ passed }) => piped(passed))
      const always = first.filter((node) => others.every((passed) => passed.includes(node)))
      const sometimes = new Set([first, ...others].flat().filter((node) => !always.includes(node)))
      const entry = content.table.nodes.get(route)?.entry ?? outer
      fronts.push({
        route,
        path: basePath + route.path,
        always: always.map(describe),
        sometimes: [...sometimes].map(describe),
        ...(entry && { entry }),
      })
    }
  }
  return fronts
}

/** Leaves out the last item of the middleware on a way to a route, which is the handler of the route. */
function piped(passed: readonly PlanNode[]): readonly PlanNode[] {
  return passed.slice(0, -1)
}
