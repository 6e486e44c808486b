import type { ErrorListener } from '@app/http'
import type { Route, RouterInterface } from '@app/router'
import { findRouter } from '#platform'
import { checkApplicationOptions, containerAdvice, warn } from '#platform/primitives'
import { type Container, checkContainer } from '../container/container.ts'
import { type Piped, pipeInto } from '../pipeline/pipeline.ts'
import { checkSteps, hasSteps } from '../plan/check-steps.ts'
import type { EntryDescription } from '../plan/description.ts'
import type { ApplicationContent, PlanNode, RequestMatcher, StepParts } from '../plan/node.ts'
import { Registered } from '../plan/registered.ts'
import { STEP_PARTS } from '../plan/step-parts.ts'
import { DEFAULT_STEPS } from '../plan/steps.ts'
import { ROUTER_SERVICE, routerService } from '../routing/router-search.ts'
import { invalidSection } from './config-section.ts'
import { RouteTable } from './route-table.ts'

/** The options of an application, none of which is required. */
export interface ApplicationOptions {
  /**
   * The router for the routes. Default: the service `@app/router/RouterInterface` of the container, else the router of
   * an installed package.
   */
  readonly router?: RouterInterface | undefined
  /** Provides the services that the pipeline and the routes refer to by name. */
  readonly container?: Container | undefined
  /** Called for each error that no middleware has answered. Default: logs errors of status 500 and above. */
  readonly onError?: ErrorListener | undefined
  /** A folder or file of the application, where the search for the package of a router starts. */
  readonly from?: string | URL | undefined
}

/** What was registered in an application: a pipeline and routes, with its router and its container. */
export class RegisteredApplication implements ApplicationContent {
  readonly table: RouteTable = new RouteTable()
  readonly steps: StepParts = STEP_PARTS
  readonly container: Container | undefined
  readonly #from: string | URL | undefined
  readonly #routerName: string
  readonly #piped = new Registered()
  #router: RouterInterface | undefined
  #hasWarned = false

  /** `routerName` is the name of the service that is taken as the router if `options` has no router. */
  constructor(options: ApplicationOptions, routerName: string = ROUTER_SERVICE) {
    const { router, container, from } = checkApplicationOptions(options)
    this.#router = router
    this.#routerName = routerName
    this.container = container && checkContainer(container, containerAdvice)
    this.#from = from
  }

  get router(): RouterInterface | undefined {
    return this.#router
  }

  get match(): RequestMatcher {
    return this.table.matcher(this.#router)
  }

  /** One position for each call of `pipe`, and the routing and the dispatch step if nothing piped runs the routes. */
  get positions(): readonly PlanNode[] {
    const { nodes } = this.#piped
    return this.#needsSteps() ? [...nodes, ...DEFAULT_STEPS] : nodes
  }

  #needsSteps(): boolean {
    return this.table.routes.length > 0 && !hasSteps(this.#piped.nodes)
  }

  /** Adds middleware at the end of the pipeline. `entry` is the configuration entry that it comes from. */
  pipe(piped: Piped, entry?: EntryDescription): void {
    pipeInto(this.#piped, piped, entry)
  }

  /** Adds a route. `entry` is the configuration entry that it comes from. */
  route(route: Route, entry?: EntryDescription): void {
    this.#piped.refuseLate(`Route ${route}`)
    this.table.add(route, entry)
    route.watch(() => {
      this.#piped.refuseLate(`setOptions() of route ${route}`)
      this.table.forgetCompiled()
    })
  }

  freeze(by: string): void {
    this.#piped.freeze(by)
  }

  /**
   * Checks where the routing and the dispatch step stand in the pipeline. Throws a `ConfigurationError` if they cannot
   * work there (`APP_STEP`), and if routes were registered, in the configuration or in code, but the configuration has
   * a pipeline without these steps (`APP_CONFIG_SECTION`, contract 2.6.6). Warns once if routing is piped without
   * dispatch.
   */
  check(): void {
    const { nodes } = this.#piped
    if (this.#needsSteps() && nodes.some(({ entry }) => entry !== undefined)) {
      throw invalidSection(
        'The configuration has routes and a pipeline, but no entry runs the routes. Add an entry where ' +
          'they belong: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] }.',
      )
    }
    const warning = checkSteps(nodes)
    if (warning === undefined || this.#hasWarned) return
    this.#hasWarned = true
    warn(warning)
  }

  routerReady(): Promise<void> | undefined {
    return this.#router === undefined && this.table.routes.length > 0 ? this.#findRouter() : undefined
  }

  async #findRouter(): Promise<void> {
    const found = (await routerService(this.container, this.#routerName)) ?? (await findRouter(this.#from))
    this.#router ??= found
  }
}
