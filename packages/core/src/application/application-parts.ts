import type { ErrorListener, ServerRequest } from '@app/http'
import { notFound, type Route, type RouterInterface } from '@app/router'
import { findRouter } from '#platform'
import { checkApplicationOptions, warn } from '#platform/primitives'
import { type Container, checkContainer } from '../container/container.ts'
import type { RouteResult } from '../matching/route-result.ts'
import type { RoutesVisitor } from '../matching/routes-entry.ts'
import {
  type ApplicationDescription,
  description,
  type EntryDescription,
  type MiddlewareDescription,
} from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import {
  type CompiledRoutes,
  type Continuation,
  NOWHERE,
  type PreparedMiddleware,
  type Surroundings,
} from '../middleware/prepared-middleware.ts'
import type { ErrorResponder } from '../middleware/refuse.ts'
import { type Piped, position } from '../pipeline/pipeline.ts'
import { RouteTable } from '../routing/route-table.ts'
import { ROUTER_SERVICE, routerService } from '../routing/router-search.ts'
import { checkSteps, DEFAULT_STEPS, hasSteps } from '../routing/steps.ts'

/** The parts of an application, all optional. */
export interface ApplicationOptions {
  /** Default: the container's `@app/router/RouterInterface`, else the installed router. */
  readonly router?: RouterInterface
  /** Provides the services whose names stand for middleware. */
  readonly container?: Container
  /** Called for each error that no middleware has answered. Default: logs errors of status 500 and above. */
  readonly onError?: ErrorListener
  /** A folder or file of the application, where the search for an installed router starts. */
  readonly from?: string | URL
}

/** The content of an application as one prepared middleware: a pipeline, routes, a router and a container. */
export class ApplicationParts implements PreparedMiddleware {
  readonly table: RouteTable = new RouteTable()
  readonly container: Container | undefined
  /** The container of this application, and those of nested applications that were compiled. */
  readonly containers: Set<Container> = new Set()
  readonly #from: string | URL | undefined
  readonly #routerName: string
  readonly #items: PreparedMiddleware[] = []
  readonly #entries: (EntryDescription | undefined)[] = []
  #router: RouterInterface | undefined
  /** Compiled at need, and again after a change. */
  #routes: CompiledRoutes | undefined
  #hasWarned = false

  /** `routerName` is the service that is the router where `options` has none. */
  constructor(options: ApplicationOptions, routerName: string = ROUTER_SERVICE) {
    const { router, container, from } = checkApplicationOptions(options)
    this.#router = router
    this.#routerName = routerName
    this.container = container && checkContainer(container)
    this.#from = from
  }

  /** `undefined` until a router was given or found. */
  get router(): RouterInterface | undefined {
    return this.#router
  }

  /** Adds a position. `entry` is the configuration entry that it was made from. */
  pipe(piped: Piped, entry?: EntryDescription): void {
    this.#items.push(position(this.#items.length + 1, piped, entry && placeOfEntry(entry)))
    this.#entries.push(entry)
  }

  /** Adds a route. `entry` is the configuration entry that it was made from. */
  route(route: Route, entry?: EntryDescription): void {
    this.table.add(route, entry)
    const forget = () => {
      this.#routes = undefined
    }
    route.watch(forget)
    forget()
  }

  compile(next: Continuation, outside: Surroundings): Continuation {
    const items = this.#items.map((item) => item.describe())
    this.#warn(checkSteps(items))
    const containers = outside.containers ?? this.containers
    if (this.container) containers.add(this.container)
    const routes = this.table.compile(this.#router, this.#inside(containers))
    this.#routes = routes
    return this.#sequence(items).compile(next, {
      ...outside,
      container: this.container,
      containers,
      routes,
    })
  }

  ready(): Promise<void> | undefined {
    const surroundings = this.#inside()
    const needsRouter = this.#router === undefined && this.table.routes.length > 0
    const pending = [
      inSequence(this.#items).ready(surroundings),
      this.table.ready(surroundings),
      needsRouter ? this.#findRouter() : undefined,
    ].filter((promise) => promise !== undefined)
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined)
  }

  async check(_outside: Surroundings, report: (error: unknown) => void): Promise<void> {
    await inSequence(this.#items).check(this.#inside(), report)
    await this.table.check(this.#inside(), report)
  }

  async find(method: string, request: ServerRequest, outside: Surroundings): Promise<RouteResult> {
    await this.ready()
    const items = this.#items.map((item) => item.describe())
    this.#routes ??= this.table.compile(this.#router, this.#inside())
    const inside = { ...outside, container: this.container, routes: this.#routes }
    return this.#sequence(items).find?.(method, request, inside) ?? notFound
  }

  visit(outside: Surroundings, visitor: RoutesVisitor): void {
    visitor(this.table, outside.basePath)
    inSequence(this.#items).visit?.({ ...outside, container: this.container }, visitor)
  }

  responder(): ErrorResponder | undefined {
    return inSequence(this.#items).responder?.(this.#inside())
  }

  describe(): MiddlewareDescription {
    return description({ kind: 'application', ...this.describeApplication() })
  }

  /** Describes the pipeline alone. */
  describeItems(): readonly MiddlewareDescription[] {
    const items = this.#items.map((item, index) => {
      const entry = this.#entries[index]
      return entry ? Object.freeze({ ...item.describe(), entry }) : item.describe()
    })
    const hasDefaults = this.table.routes.length > 0 && !hasSteps(items)
    const steps = hasDefaults ? DEFAULT_STEPS.map((step) => Object.freeze({ ...step.describe(), isDefault: true })) : []
    return Object.freeze([...items, ...steps])
  }

  describeApplication(): ApplicationDescription {
    const router = this.#router
    return Object.freeze({
      items: this.describeItems(),
      routes: this.table.describe(),
      ...(router && { router: Object.freeze({ name: router.constructor.name, traits: router.traits }) }),
    })
  }

  #sequence(items: readonly MiddlewareDescription[]): PreparedMiddleware {
    const steps = hasSteps(items) || this.table.routes.length === 0 ? [] : DEFAULT_STEPS
    return inSequence([...this.#items, ...steps])
  }

  /** Warns once, although an application is compiled again after changes. */
  #warn(message: string | undefined): void {
    if (message === undefined || this.#hasWarned) return
    this.#hasWarned = true
    warn(message)
  }

  async #findRouter(): Promise<void> {
    const found = (await routerService(this.container, this.#routerName)) ?? (await findRouter(this.#from))
    this.#router ??= found
  }

  #inside(containers = this.containers): Surroundings {
    return { ...NOWHERE, container: this.container, containers }
  }
}

function placeOfEntry({ key, origin }: EntryDescription): string {
  return origin === undefined ? key : `${key} (${origin})`
}
