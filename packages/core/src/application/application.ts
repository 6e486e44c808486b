import { nearest, refuseMore } from '@app/checks'
import type { Awaitable, Present, RequestHandlerInterface, Server } from '@app/http'
import { answerFetch, answerTest, SERVABLE, type Servable } from '@app/http/internal'
import { type Route as BaseRoute, generateUrl, type Method, type PathLike } from '@app/router'
import { runProgram } from '#platform'
import {
  atStartup,
  checkTestRequest,
  makeServices,
  refuseExpressNames,
  unreadSections,
  warn,
} from '#platform/primitives'
import type { ParamsOf, Wired } from '../container/application-types.ts'
import { noContainer, type ServiceName, type TypedContainer } from '../container/container.ts'
import type {
  InjectedMiddleware,
  MiddlewareInterface,
  MiddlewareLike,
  OneMiddleware,
  PartLike,
} from '../middleware/middleware.ts'
import { fromCaller } from '../middleware/stack-frames.ts'
import type { RunOptions } from '../node/run-program.ts'
import type { LiteralPath, Pipeable, Piped } from '../pipeline/pipeline.ts'
import { Runner } from '../pipeline/runner.ts'
import { CheckError, check, isSameProblem } from '../plan/check.ts'
import { containersIn } from '../plan/containers.ts'
import { describeApplication } from '../plan/describe.ts'
import type { ApplicationDescription } from '../plan/description.ts'
import { type ApplicationNode, NODE } from '../plan/node.ts'
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../plan/steps.ts'
import { type ApplicationOptions, RegisteredApplication } from './registered-application.ts'
import { type GivenRoute, type Route, routeFrom } from './route.ts'
import { type Named, type UrlArguments, unknownRoute } from './url-for.ts'

/** The middleware of a route whose type the compiler looks into: a list, or a class or function with `inject`. */
type Parts<P extends string> = readonly PartLike<ParamsOf<P>>[] | InjectedMiddleware<ParamsOf<P>>

/**
 * The type of `this` for which a route may be registered: the parts of a list provide each other's attributes, and
 * classes and functions fit their `inject`.
 */
type Fit<M, P extends string> = ([M] extends [readonly unknown[]] ? Present<M> : unknown) &
  Wired<M, PartLike<ParamsOf<P>>>

/** The arguments of `get`, `post`, `put`, `patch`, `delete` and `any`, each of which registers a route. */
type RouteArguments<P extends string, M extends Parts<P>> = [
  path: PathLike<P>,
  middleware: OneMiddleware<ParamsOf<P>> | M,
  name?: string | null,
]
type AnyRouteArguments = [path: string, middleware: MiddlewareLike, name?: string | null]
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'any'

/**
 * A pipeline with routes, a router and a container (contract 1, 4.2).
 *
 * If an application has routes, and neither the routing nor the dispatch step is piped, it adds both after all piped
 * middleware.
 *
 * @example
 * const app = new Application({ router: new FindMyWayRouter() })
 * app.get('/users/{id}', (request) => text(request.params.id))
 * await app.run({ port: 8080 })
 */
export class Application implements MiddlewareInterface, RequestHandlerInterface {
  /** The name of the application as a service. */
  static readonly SERVICE: ServiceName<Application> = '@app/core/Application'
  static readonly ROUTING_MIDDLEWARE: typeof ROUTING_MIDDLEWARE = ROUTING_MIDDLEWARE
  static readonly DISPATCH_MIDDLEWARE: typeof DISPATCH_MIDDLEWARE = DISPATCH_MIDDLEWARE

  /** @internal */
  readonly [SERVABLE]: Servable
  readonly #runner: Runner
  readonly #content: RegisteredApplication
  #hasPipedDispatch = false
  #isStarting = false
  /**
   * Runs the application as middleware: requests that the application does not answer go on to `handler`, and errors
   * are thrown.
   */
  readonly process: MiddlewareInterface['process']
  /**
   * Runs the application as the outermost handler, which answers every request: with 404 or 405 if no route and no
   * middleware answers, and with the status of the error if an error is thrown. Throws only if the application cannot
   * be compiled, for example without a router.
   */
  readonly handle: RequestHandlerInterface['handle']

  constructor(options?: ApplicationOptions)
  /** @internal */
  constructor(options: ApplicationOptions, content: RegisteredApplication)
  constructor(options: ApplicationOptions = {}, content: RegisteredApplication = new RegisteredApplication(options)) {
    this.#content = content
    const runner = new Runner(this[NODE](''), options.onError)
    this[SERVABLE] = runner
    this.#runner = runner
    this.process = runner.process
    this.handle = runner.handle
  }

  /** All routes, in the order of registration. */
  get routes(): readonly Route[] {
    return this.#content.table.routes as readonly Route[]
  }

  /**
   * Adds middleware at the end of the pipeline, for all requests, or for those under a literal path prefix (contract
   * 4.2) or under one of several: `pipe(['/admin', '/reseller'], guard)`.
   *
   * Several middleware are an array: `pipe('/admin', [requireLogin, admin])`. Throws a `ConfigurationError` for several
   * arguments of middleware (`APP_ARGUMENTS`), for a value that cannot be middleware (`APP_MIDDLEWARE`) and for an
   * invalid prefix (`APP_PATH_PREFIX`), and a `UsageError` after the first request (`APP_FROZEN`).
   */
  pipe<const M extends Pipeable>(this: Wired<M, MiddlewareLike>, middleware: MiddlewareLike | M): this
  pipe<const P extends string, const M extends Pipeable>(
    this: Wired<M, MiddlewareLike>,
    path: LiteralPath<P> | readonly LiteralPath<P>[],
    middleware: MiddlewareLike | M,
  ): this
  pipe(...piped: Piped): this {
    if (piped.length === 2 && this.#hasPipedDispatch) warn(latePrefix(piped[0]))
    fromCaller(Application.prototype.pipe, () => this.#content.pipe(piped))
    this.#hasPipedDispatch ||= piped[0] === DISPATCH_MIDDLEWARE
    return this
  }

  /**
   * Adds the routing step: it matches the request to a route, so that middleware after it can read the result (contract
   * 4.2).
   */
  pipeRoutingMiddleware(): this {
    return this.pipe(ROUTING_MIDDLEWARE)
  }

  /** Adds the dispatch step, which has to follow routing: it runs the matched route (contract 4.2). */
  pipeDispatchMiddleware(): this {
    return this.pipe(DISPATCH_MIDDLEWARE)
  }

  /**
   * Registers a given `Route`, or makes one from a path and middleware and registers it (contract 2.1, 4.1).
   *
   * Without `methods`, or with `null`, the route takes any method that the router supports. Throws a
   * `ConfigurationError` for an invalid path, methods or middleware, and for a duplicate (`APP_ROUTE_DUPLICATE`), and a
   * `UsageError` after the first request (`APP_FROZEN`); the route is then not registered.
   */
  route<R extends BaseRoute>(route: R): R
  route<const P extends string, const M extends Parts<P>>(
    this: Fit<M, P>,
    path: PathLike<P>,
    middleware: OneMiddleware<ParamsOf<P>> | M,
    methods?: readonly Method[] | null,
    name?: string | null,
  ): Route<P>
  route(...given: GivenRoute): BaseRoute {
    const added = fromCaller(Application.prototype.route, () => {
      const route = routeFrom(given)
      this.#content.route(route)
      return route
    })
    this.#compileAtStartup()
    return added
  }

  /**
   * Registers a route for GET, as `route` does.
   *
   * In a list of middleware, the type of each part says which attributes the part provides and reads. If a part reads
   * an attribute that no part before it provides, the compiler reports an error at `this` with the name of the
   * attribute. A subclass that overrides this method declares its path as `PathLike<P>`, and its middleware as
   * `OneMiddleware<ParamsOf<P>> | readonly PartLike<ParamsOf<P>>[]`, with the types of `@app/core`.
   *
   * @example
   * ```ts
   * app.get('/users/{id}', (request) => text(request.params.id), 'user.show')
   * ```
   */
  get<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  get(...route: AnyRouteArguments): Route {
    return this.#verb('get', ['GET'], route)
  }

  /** Registers a route for POST, as `route` does. */
  post<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  post(...route: AnyRouteArguments): Route {
    return this.#verb('post', ['POST'], route)
  }

  /** Registers a route for PUT, as `route` does. */
  put<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  put(...route: AnyRouteArguments): Route {
    return this.#verb('put', ['PUT'], route)
  }

  /** Registers a route for PATCH, as `route` does. */
  patch<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  patch(...route: AnyRouteArguments): Route {
    return this.#verb('patch', ['PATCH'], route)
  }

  /** Registers a route for DELETE, as `route` does. */
  delete<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  delete(...route: AnyRouteArguments): Route {
    return this.#verb('delete', ['DELETE'], route)
  }

  /** Registers a route for any method that the router supports, as `route` does. */
  any<const P extends string, const M extends Parts<P>>(this: Fit<M, P>, ...route: RouteArguments<P, M>): Route<P>
  any(...route: AnyRouteArguments): Route {
    return this.#verb('any', null, route)
  }

  /**
   * Makes the URL of a route. `route` is the route itself or its name.
   *
   * An application does not know under which prefix it is piped: code that handles a request calls `urlFor(request, …)`
   * instead. Throws a `UsageError` for an unknown name (`APP_ROUTE_UNKNOWN`), and for params or a query that cannot be
   * written (`APP_URL_PARAMS`).
   */
  url<const R extends string | BaseRoute>(route: Named<R>, ...rest: UrlArguments<R>): string {
    const [params, options] = rest
    const { table } = this.#content
    const found: BaseRoute | undefined = typeof route === 'string' ? table.named(route) : route
    if (!found) throw unknownRoute(String(route), nearest(String(route), table.keys()))
    return fromCaller(Application.prototype.url, () => generateUrl(found, params, options))
  }

  /** Returns the container (contract 4.2). Throws a `UsageError` if the application has none. */
  getContainer(): TypedContainer {
    const { container } = this.#content
    if (!container) throw noContainer()
    return container as TypedContainer
  }

  /**
   * Answers a `Request` of the platform. The function is bound, so that an edge runtime can serve `export default app`.
   */
  readonly fetch = (request: Request, ...platform: unknown[]): Awaitable<Response> =>
    answerFetch(this[SERVABLE], request, platform)

  /**
   * Answers a request without a socket, for tests: `await app.request('/users/7', { method: 'DELETE' })`.
   *
   * A path gets the origin `http://localhost`, and so does a URL with an invalid host; any other URL of `http:` or
   * `https:` keeps its scheme and host. On Node, rejects with a `TypeError` for any other string, and with an
   * `OptionError` for an option that `fetch()` does not have.
   */
  async request(pathOrUrl: string, init?: ConstructorParameters<typeof Request>[1]): Promise<Response> {
    checkTestRequest(pathOrUrl, init)
    return answerTest(this[SERVABLE], pathOrUrl, init)
  }

  /**
   * Starts a server, by default on port 8080 of all addresses. The server stops gracefully on SIGTERM and SIGINT.
   *
   * Rejects before it listens if the application cannot work, such as with a `ConfigurationError` for a service that the
   * pipeline or a route names and the container does not have; with one `CheckError` for several.
   *
   * @example
   * ```ts
   * await app.run({ port: 8080, workers: 'available' })
   * ```
   */
  async run(options: RunOptions = {}): Promise<Server> {
    return runProgram(this, this.#runner, this.#content, options)
  }

  /**
   * Resolves all middleware ahead of time, and makes the services that `run()` would start, without starting them.
   * Throws one `CheckError` with all problems that it finds. Warns of sections of the configuration that no service reads,
   * and whose names resemble one that a service reads.
   */
  async check(): Promise<void> {
    const problems: unknown[] = []
    const report = (error: unknown) => {
      if (!problems.some((known) => isSameProblem(known, error))) problems.push(error)
    }
    try {
      await this.#runner.ready()
      this.#runner.compile('check()')
    } catch (error) {
      report(error)
    }
    const plan = this[NODE]('')
    await check(plan, report)
    await makeServices(containersIn(plan), report)
    for (const warning of unreadSections(containersIn(plan))) warn(warning)
    if (problems.length) throw new CheckError(problems)
  }

  /**
   * Describes pipeline and routes as plain frozen data, for tools. Makes no service, and constructs no class of
   * middleware.
   */
  describe(): ApplicationDescription {
    return describeApplication(this.#content)
  }

  /** @internal */
  [NODE](place: string): ApplicationNode {
    return { kind: 'application', place, name: this.constructor.name, content: this.#content }
  }

  #verb(verb: Verb, methods: readonly Method[] | null, route: AnyRouteArguments): Route {
    fromCaller(Application.prototype[verb], () => refuseMore(verb, route, 3))
    const [path, middleware, name] = route
    return this.route(path, middleware, methods, name)
  }

  #compileAtStartup(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    atStartup(() => {
      this.#isStarting = false
      try {
        void this.#content.match
      } catch {
        // The error is ignored here: the first request compiles the routes again, which reports the same error.
      }
    })
  }
}

refuseExpressNames(Application.prototype)

/** Makes the warning about a path prefix after dispatch: middleware that is piped after dispatch guards no route. */
function latePrefix(path: string | readonly string[]): string {
  const prefix = typeof path === 'string' ? `'${path}'` : `['${path.join("', '")}']`
  return (
    `pipe(${prefix}, ...) follows the dispatch step: it gets only requests that no route answers. ` +
    'Pipe it before pipeDispatchMiddleware() to guard the routes under it.'
  )
}
