import type { ErrorListener } from '@app/http'
import type { Route, RouterInterface } from '@app/router'
import { findRouter } from '#platform'
import { checkApplicationOptions, containerAdvice, warn } from '#platform/primitives'
import { type Container, checkContainer } from '../container/container.ts'
import { compileSequence } from '../middleware/nested-pipeline.ts'
import { type Piped, position } from '../pipeline/pipeline.ts'
import { RouteTable } from '../routing/route-table.ts'
import { ROUTER_SERVICE, routerService } from '../routing/router-search.ts'
import { checkSteps, DEFAULT_STEPS, hasSteps } from '../routing/steps.ts'
import { describeApplication } from '../tree/describe.ts'
import type { ApplicationDescription, EntryDescription } from '../tree/middleware-description.ts'
import {
  type CompiledRoutes,
  type ApplicationContent as Content,
  NOWHERE,
  type PreparedApplication,
  type PreparedMiddleware,
  type Revision,
  type Surroundings,
} from '../tree/prepared-middleware.ts'
import { ApplicationConfigError } from './config-error.ts'

/** The options of an application, none of which is required. */
export interface ApplicationOptions {
  /** Default: the service `@app/router/RouterInterface` of the container, else the router of an installed package. */
  readonly router?: RouterInterface | undefined
  /** Provides the services that the pipeline and the routes refer to by name. */
  readonly container?: Container | undefined
  /** Called for each error that no middleware has answered. Default: logs errors of status 500 and above. */
  readonly onError?: ErrorListener | undefined
  /** A folder or file of the application, where the search for the package of a router starts. */
  readonly from?: string | URL | undefined
}

/** The content of an application: a pipeline, routes, a router and a container. */
export class ApplicationContent implements Content {
  readonly table: RouteTable = new RouteTable()
  readonly container: Container | undefined
  /**
   * The container of this application and those of its nested applications, each added when its application is
   * compiled. `run()` starts the services of these containers, and disposes of them.
   */
  readonly containers: Set<Container> = new Set()
  readonly #revision: Revision = { count: 0 }
  readonly #from: string | URL | undefined
  readonly #routerName: string
  readonly #piped: PreparedMiddleware[] = []
  /**
   * The positions of the pipeline, one for each call of `pipe`, followed by the routing and dispatch steps if there are
   * routes and neither step was piped. Cached until positions or routes change.
   */
  #positions: readonly PreparedMiddleware[] | undefined
  #router: RouterInterface | undefined
  /** The routes, compiled when they are first needed, and again after a change. */
  #routes: CompiledRoutes | undefined
  #hasWarned = false

  /** `routerName` is the name of the service that is taken as the router if `options` has no router. */
  constructor(options: ApplicationOptions, routerName: string = ROUTER_SERVICE) {
    const { router, container, from } = checkApplicationOptions(options)
    this.#router = router
    this.#routerName = routerName
    this.container = container && checkContainer(container, containerAdvice)
    this.#from = from
  }

  /** The router; `undefined` until one was given or found. */
  get router(): RouterInterface | undefined {
    return this.#router
  }

  get positions(): readonly PreparedMiddleware[] {
    this.#positions ??= this.#withSteps()
    return this.#positions
  }

  #withSteps(): readonly PreparedMiddleware[] {
    const isComplete = this.table.routes.length === 0 || hasSteps(this.#piped)
    return isComplete ? this.#piped : [...this.#piped, ...DEFAULT_STEPS]
  }

  /**
   * Adds middleware as the last position of the pipeline. `entry` is the configuration entry that the middleware comes
   * from.
   */
  pipe(piped: Piped, entry?: EntryDescription): void {
    this.#piped.push(position(this.#piped.length + 1, piped, entry))
    this.#positions = undefined
    this.#revision.count++
  }

  /** Adds a route. `entry` is the configuration entry that the route comes from. */
  route(route: Route, entry?: EntryDescription): void {
    this.table.add(route, entry)
    this.#positions = undefined
    route.watch(this.#routesChanged)
    this.#routesChanged()
  }

  readonly #routesChanged = (): void => {
    this.#routes = undefined
    this.#revision.count++
  }

  /**
   * Checks where the routing and the dispatch step stand in the pipeline. Throws `StepError` if they cannot work there.
   * Throws `ApplicationConfigError` if routes were registered, in the configuration or in code, but the configuration
   * has a pipeline without these steps (contract 2.6.6). Gives a warning if routing is piped without dispatch, else
   * `undefined`.
   */
  checkSteps(): string | undefined {
    const { positions } = this
    if (positions !== this.#piped && positions.some(({ entry }) => entry !== undefined)) {
      throw new ApplicationConfigError(
        'The configuration has routes and a pipeline, but no entry runs the routes. Add an entry where ' +
          'they belong: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] }.',
      )
    }
    return checkSteps(this.#piped)
  }

  /** The application as a node of the tree of middleware. The tree is compiled into a chain of handlers. */
  get node(): PreparedApplication {
    return {
      kind: 'application',
      place: '',
      content: this,
      revision: this.#revision,
      compile: (next, outside) => {
        // A routing or dispatch step may have been piped into a nested pipeline since `#positions` was cached, so the
        // cache is dropped.
        this.#positions = undefined
        this.#warn(this.checkSteps())
        const inside = this.inside(outside)
        if (this.container) inside.containers?.add(this.container)
        this.#routes = this.table.compile(this.#router, {
          ...NOWHERE,
          container: this.container,
          containers: inside.containers,
        })
        return compileSequence(this.positions, next, { ...inside, routes: this.#routes })
      },
    }
  }

  inside(outside: Surroundings): Surroundings {
    return {
      ...outside,
      container: this.container,
      containers: outside.containers ?? this.containers,
      routes: undefined,
    }
  }

  compiledRoutes(): CompiledRoutes {
    this.#routes ??= this.table.compile(this.#router, this.inside(NOWHERE))
    return this.#routes
  }

  describe(): ApplicationDescription {
    return describeApplication(this)
  }

  routerReady(): Promise<void> | undefined {
    return this.#router === undefined && this.table.routes.length > 0 ? this.#findRouter() : undefined
  }

  /** Prints the warning once, even if the application is compiled again after changes. */
  #warn(message: string | undefined): void {
    if (message === undefined || this.#hasWarned) return
    this.#hasWarned = true
    warn(message)
  }

  async #findRouter(): Promise<void> {
    const found = (await routerService(this.container, this.#routerName)) ?? (await findRouter(this.#from))
    this.#router ??= found
  }
}
