import {
  type Route as BaseRoute,
  compileRoutes,
  generateUrl,
  type Matcher,
  type Method,
  nearest,
  notFound,
  type ParamsOf,
  type RouterInterface,
  type UrlOptions,
  type UrlParams,
} from '@app/router'
import { findRouter, type RunOptions, type Server, serve } from '#platform'
import { atStartup, warn } from '#platform/primitives'
import type { Container, ServiceName } from '../container/container.ts'
import type { ErrorResponder } from '../messages/refuse.ts'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'
import type { ApplicationDescription } from '../middleware/middleware-description.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import {
  type CompiledRoutes,
  type Continuation,
  NOWHERE,
  type PreparedMiddleware,
  type Surroundings,
} from '../middleware/prepared-middleware.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../middleware/step.ts'
import { type LiteralPath, Pipeline } from '../pipeline/pipeline.ts'
import { Route } from '../routing/route.ts'
import { RouteCollection } from '../routing/route-collection.ts'
import { MissingRouterError } from '../routing/router-errors.ts'
import { routerService } from '../routing/router-service.ts'
import { checkSteps, DEFAULT_STEPS, hasSteps, STEPS } from '../routing/steps.ts'
import { tracedRoute } from '../tracing/traced.ts'
import { CheckError, ContainerNotRegisteredError, UnknownRouteError } from './application-errors.ts'
import type { ApplicationOptions } from './application-options.ts'
import { describeApplication } from './describe-application.ts'
import { refuseExpressNames } from './express-names.ts'
import { answerFetch, answerTest } from './fetch-entry.ts'
import { latePrefix } from './late-prefix.ts'

type Register = <const P extends string>(
  path: P,
  middleware: MiddlewareLike<ParamsOf<P>>,
  name?: string | null,
) => Route<P>

/**
 * A pipeline with routes, a router and a container (contract 1, 4.2).
 *
 * Where neither of the two steps was piped, routing and dispatch come after what was.
 */
export class Application extends Pipeline {
  /** The name of the application as a service. */
  static readonly SERVICE: ServiceName<Application> = '@app/core/Application'
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE

  readonly #collection = new RouteCollection()
  readonly #middleware = new Map<BaseRoute, PreparedMiddleware>()
  readonly #container: Container | undefined
  /** Its own, and those of applications inside of it as far as they were compiled. */
  readonly #containers = new Set<Container>()
  readonly #from: string | URL | undefined
  #router: RouterInterface | undefined
  #hasPipedDispatch = false
  #isStarting = false

  constructor(options: ApplicationOptions = {}) {
    super(options.onError ? { onError: options.onError } : {})
    this.#router = options.router
    this.#container = options.container
    this.#from = options.from
  }

  /** In the order of registration. */
  get routes(): readonly Route[] {
    return this.#collection.routes as readonly Route[]
  }

  override pipe(middleware: MiddlewareLike): this
  override pipe<const P extends string>(path: LiteralPath<P>, middleware: MiddlewareLike): this
  override pipe(...args: [MiddlewareLike] | [string, MiddlewareLike]): this {
    if (args.length === 2 && this.#hasPipedDispatch) warn(latePrefix(args[0]))
    this.#hasPipedDispatch ||= args[0] === DISPATCH_MIDDLEWARE
    return super.pipe(...(args as [string, MiddlewareLike]))
  }

  /** Whether the steps were piped, here or in an array; throws `StepError` where they cannot work. */
  get hasSteps(): boolean {
    const { items } = super.describe()
    checkSteps(items)
    return hasSteps(items)
  }

  /** Adds the routing step: the request is matched here, and what follows sees the result (contract 4.2). */
  pipeRoutingMiddleware(): this {
    return this.pipe(ROUTING_MIDDLEWARE)
  }

  /** Adds the dispatch step, after routing: the matched route answers here (contract 4.2). */
  pipeDispatchMiddleware(): this {
    return this.pipe(DISPATCH_MIDDLEWARE)
  }

  /**
   * Registers a route, or a path with middleware (contract 2.1, 4.1).
   *
   * Methods left out or `null` are any, as far as the router can. Throws `PathSyntaxError`, `RouteError`,
   * `InvalidMiddlewareError` or `DuplicateRouteError`, and registers nothing then.
   */
  route<R extends BaseRoute>(route: R): R
  route<const P extends string>(
    path: P,
    middleware: MiddlewareLike<ParamsOf<P>>,
    methods?: readonly Method[] | null,
    name?: string | null,
  ): Route<P>
  route(
    route: string | BaseRoute,
    middleware?: MiddlewareLike,
    methods?: readonly Method[] | null,
    name?: string | null,
  ): BaseRoute {
    const isRoute = typeof route === 'object' && route !== null
    const added = isRoute ? route : new Route<string>(route, middleware as MiddlewareLike, methods, name)
    const prepared = prepareMiddleware(added.middleware, added.toString())
    this.#collection.add(added)
    this.#middleware.set(added, prepared)
    added.watch(() => this.changed())
    this.changed()
    this.#compileAtStartup()
    return added
  }

  readonly get: Register = (path, middleware, name) => this.route(path, middleware, ['GET'], name)
  readonly post: Register = (path, middleware, name) => this.route(path, middleware, ['POST'], name)
  readonly put: Register = (path, middleware, name) => this.route(path, middleware, ['PUT'], name)
  readonly patch: Register = (path, middleware, name) => this.route(path, middleware, ['PATCH'], name)
  readonly delete: Register = (path, middleware, name) => this.route(path, middleware, ['DELETE'], name)
  readonly any: Register = (path, middleware, name) => this.route(path, middleware, null, name)

  /**
   * The URL of a route, given itself or by name.
   *
   * An application does not know where it is mounted: inside a request pass `{ basePath: request.basePath }`.
   * Throws `UnknownRouteError` for a name that no route has, `UrlGenerationError` for params that do not fit.
   */
  url<const P extends string>(
    route: BaseRoute<P>,
    // biome-ignore lint/complexity/noBannedTypes: asks whether all params are optional
    ...rest: {} extends UrlParams<P>
      ? [params?: UrlParams<P>, options?: UrlOptions]
      : [params: UrlParams<P>, options?: UrlOptions]
  ): string
  url(name: string, params?: Readonly<Record<string, string | number>>, options?: UrlOptions): string
  url(route: string | BaseRoute, params?: Readonly<Record<string, string | number>>, options?: UrlOptions): string {
    const found = typeof route === 'string' ? this.#collection.named(route) : route
    if (!found) throw new UnknownRouteError(String(route), nearest(String(route), this.#collection.keys()))
    return generateUrl(found, params, options)
  }

  /** Throws `ContainerNotRegisteredError` where the application has none (contract 4.2). */
  getContainer(): Container {
    if (!this.#container) throw new ContainerNotRegisteredError()
    return this.#container
  }

  /** Answers a platform's `Request`, bound, so that `export default app` serves an edge runtime. */
  readonly fetch = (request: Request, ...platform: unknown[]): Answer => answerFetch(this, request, platform)

  /** Answers without a socket, for tests: `await app.request('/users/7', { method: 'DELETE' })`. */
  async request(path: string, init?: ConstructorParameters<typeof Request>[1]): Promise<Response> {
    return answerTest(this, path, init)
  }

  /** Listens on port 8080 of all addresses unless told otherwise, and stops in order on SIGTERM and SIGINT. */
  async run(options?: RunOptions): Promise<Server> {
    await this.ready()
    this.open()
    const routes = `${this.routes.length} route${this.routes.length === 1 ? '' : 's'}`
    const banner = this.#router ? `${this.#router.constructor.name}, ${routes}` : routes
    return serve(this, { ...options, banner, containers: this.#containers })
  }

  /** Resolves all middleware ahead of time; throws one `CheckError` with everything that is wrong. */
  async check(): Promise<void> {
    const problems: unknown[] = []
    try {
      await this.ready()
      this.open()
    } catch (error) {
      problems.push(error)
    }
    await this.checkItems(undefined, (error) => problems.push(error))
    if (problems.length) throw new CheckError(problems)
  }

  /** What is piped and routed, as plain frozen data for tools; what is made at its first use is not made for it. */
  override describe(): ApplicationDescription {
    const routes = new Map(this.routes.map((route) => [route as BaseRoute, this.#prepared(route).describe()]))
    return describeApplication(this, super.describe(), routes, this.#router)
  }

  /** @internal */
  protected override compile(next: Continuation, outside: Surroundings): Continuation {
    const containers = outside.containers ?? this.#containers
    if (this.#container) containers.add(this.#container)
    const surroundings = { ...outside, container: this.#container, containers, routes: this.#compileRoutes(containers) }
    const ending = this.hasSteps || this.routes.length === 0 ? [] : DEFAULT_STEPS
    return super.compile(next, surroundings, ending)
  }

  /** @internal */
  protected override ready(): Promise<void> | undefined {
    const items = super.ready(this.#surroundings())
    if (this.#router || this.routes.length === 0) return items
    const router = this.#findRouter().then((found) => {
      this.#router ??= found
      this.changed()
    })
    return items ? Promise.all([items, router]).then(() => undefined) : router
  }

  /** @internal */
  protected override responder(_outside: Surroundings): ErrorResponder | undefined {
    return super.responder(this.#surroundings())
  }

  /** @internal */
  protected override async checkItems(_outside: unknown, report: (error: unknown) => void): Promise<void> {
    const surroundings = this.#surroundings()
    await super.checkItems(surroundings, report)
    for (const prepared of this.#middleware.values()) await prepared.check(surroundings, report)
  }

  #compileAtStartup(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    atStartup(() => {
      this.#isStarting = false
      try {
        this.open()
      } catch {
        // The first request throws it again, to somebody who hears it.
      }
    })
  }

  async #findRouter(): Promise<RouterInterface> {
    return (await routerService(this.#container)) ?? (await findRouter(this.#from))
  }

  #compileRoutes(containers: Set<Container>): CompiledRoutes {
    const handlers = new Map<BaseRoute, RequestHandler>()
    return {
      match: this.#compileMatcher(),
      steps: STEPS,
      run: (route, next) => {
        const known = handlers.get(route)
        if (known) return known
        const handler = tracedRoute(this.#prepared(route).compile(next, this.#surroundings(containers)).handle, route)
        handlers.set(route, handler)
        return handler
      },
    }
  }

  #compileMatcher(): Matcher {
    if (this.routes.length === 0) return () => notFound
    if (!this.#router) throw MissingRouterError.notAwaited()
    return compileRoutes(this.#router, this.#collection.routes)
  }

  #prepared(route: BaseRoute): PreparedMiddleware {
    return this.#middleware.get(route) ?? prepareMiddleware(route.middleware, route.toString())
  }

  #surroundings(containers = this.#containers): Surroundings {
    return { ...NOWHERE, container: this.#container, containers }
  }
}

refuseExpressNames(Application.prototype)
