import type { Application } from '@app/core'
import type { RouterInterface } from '@app/router'
import { compareRouters, type RouterDifference } from './compare-routers.ts'
import { applicationPlan, survey } from './survey.ts'

/** The result of `compareWithRouter()`. */
export interface RouterComparison {
  /** The class names of the routers that were compared with the given router. */
  readonly routers: readonly string[]
  /** The number of compared routes. */
  readonly routes: number
  /**
   * The differences that `compareRouters` finds; the path of each request begins with the prefix of the route's
   * application.
   */
  readonly differences: readonly RouterDifference[]
}

/**
 * Compares the router of an application with another router, which gets the same routes. Does the same for each
 * application inside of it, with that application's own router and routes.
 *
 * The function constructs services and middleware classes to find applications in them, and runs no middleware.
 *
 * @example
 * ```ts
 * import { Application, text } from '@app/core'
 * import { compareWithRouter } from '@app/proofs'
 * import { FindMyWayRouter } from '@app/router-find-my-way'
 * import { TrouterRouter } from '@app/router-trouter'
 *
 * const app = new Application({ router: new FindMyWayRouter() })
 * app.get('/users/{id}', () => text('Ada'))
 * const { differences } = await compareWithRouter(app, new TrouterRouter())
 * console.log(differences.length) // 0
 * ```
 */
export async function compareWithRouter(application: Application, router: RouterInterface): Promise<RouterComparison> {
  const { mounts } = await survey(applicationPlan('compareWithRouter()', application))
  const differences: RouterDifference[] = []
  const routers = new Set<string>()
  let count = 0
  for (const { content, basePath } of mounts) {
    const { routes } = content.table
    if (!content.router || routes.length === 0) continue
    routers.add(content.router.constructor.name)
    count += routes.length
    for (const difference of compareRouters(content.router, router, routes)) {
      const { request } = difference
      const path = request && (basePath + request.path || '/')
      differences.push({ ...difference, ...(request && path !== undefined && { request: { ...request, path } }) })
    }
  }
  return { routers: [...routers], routes: count, differences }
}
