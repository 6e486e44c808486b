import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import type { Route, RouterInterface } from '@app/router'
import type { Container } from '../container/container.ts'
import type { RouteResult } from '../matching/matched-route.ts'
import type { ApplicationDescription, EntryDescription } from './middleware-description.ts'

/**
 * Registered middleware that was checked: a node of the tree that is compiled into a chain of handlers.
 *
 * The tree is data. Each question about the tree is answered by a function of its own in this folder: what is wrong,
 * what has to be awaited, where a request would go, which applications are in it, how it is described.
 */
export type PreparedMiddleware =
  | PreparedLeaf
  | PreparedErrorMiddleware
  | PreparedStep
  | LazyMiddleware
  | PreparedPipeline
  | LimitedMiddleware
  | PreparedApplication

/** All nodes have these members. */
interface Prepared {
  /** The name of the position in errors: `pipe 3, item 2`. */
  readonly place: string
  /** The configuration entry from which the middleware comes. */
  readonly entry?: EntryDescription
  compile(next: Continuation, surroundings: Surroundings): Continuation
}

/** A function, or an object with `process` or `handle`. */
export interface PreparedLeaf extends Prepared {
  readonly kind: 'function' | 'object'
  readonly value: object
}

/** Middleware that only runs for errors. */
export interface PreparedErrorMiddleware extends Prepared {
  readonly kind: 'error'
  /** Gives the error middleware; if it is a service, fetches the service when it is first needed. */
  source(surroundings: Surroundings): unknown
  /** The registered value, for descriptions: a function, an object, or the name of a service. */
  readonly value: unknown
}

/** The routing or the dispatch step, or a part of one that was piped by itself. */
export interface PreparedStep extends Prepared {
  readonly kind: 'routing' | 'dispatch' | 'part'
  /** The name of the part; absent for a whole step. */
  readonly name?: string
  /** Whether the application has added this step behind all piped middleware, since the program piped neither step. */
  readonly isDefault?: true
}

/** A service or class that is made at its first use. */
export interface LazyMiddleware extends Prepared {
  readonly kind: 'service' | 'class'
  readonly name: string
  /** Whether this is a class whose objects run for every answer, as `forEveryAnswer` says. */
  readonly isForEveryAnswer: boolean
  resolve(surroundings: Surroundings): PreparedMiddleware | Promise<PreparedMiddleware>
  /** The middleware that was made from the service or class last; empty before its first use. */
  readonly latest: { made?: PreparedMiddleware }
}

/** Several middleware, in their order. */
export interface PreparedPipeline extends Prepared {
  readonly kind: 'pipeline'
  /** The name of the pipeline's class; absent for an array. */
  readonly name?: string
  readonly children: readonly PreparedMiddleware[]
  readonly revision: Revision
}

/** Middleware for the requests under a path prefix, or for one host. */
export interface LimitedMiddleware extends Prepared {
  readonly kind: 'limited'
  readonly path?: string
  readonly host?: string
  readonly child: PreparedMiddleware
  covers(request: ServerRequest): boolean
  /** Gives the request as the limited middleware sees it: a path prefix becomes a part of the base path. */
  enter(request: ServerRequest): ServerRequest
}

/** An application: a pipeline with routes, a router and a container. */
export interface PreparedApplication extends Prepared {
  readonly kind: 'application'
  /** The name of the application's class; absent for the outermost application. */
  readonly name?: string
  readonly content: ApplicationContent
  readonly revision: Revision
}

/** How often a pipeline or an application was changed. After a change, it is compiled again. */
export interface Revision {
  count: number
}

/** The routes of an application by their names. */
export interface NamedRoutes {
  readonly routes: readonly Route[]
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
}

/** The members of an application's content that the functions in this folder use. */
export interface ApplicationContent {
  readonly container: Container | undefined
  readonly router: RouterInterface | undefined
  /**
   * The positions of the application's pipeline. If there are routes, and neither the routing nor the dispatch step was
   * piped, both stand at the end.
   */
  readonly positions: readonly PreparedMiddleware[]
  readonly table: NamedRoutes & { readonly answers: ReadonlyMap<Route, PreparedMiddleware> }
  /**
   * Gives the surroundings with which the middleware in the application is compiled. Their `routes` are `undefined`:
   * these are compiled later.
   */
  inside(outside: Surroundings): Surroundings
  /** Gives the routes in compiled form. Throws `MissingRouterError` if there are routes, but no router. */
  compiledRoutes(): CompiledRoutes
  describe(): ApplicationDescription
  /** Waits for the router; `undefined` if there is nothing to wait for. */
  routerReady(): Promise<void> | undefined
}

/** Answers an error, or throws it. */
export type FailureHandler = (error: unknown, request: ServerRequest) => Answer

/** The compiled chain behind a position of a pipeline. */
export interface Continuation {
  readonly handle: RequestHandler
  /** Runs the nearest error middleware behind this position; absent if none follows. */
  readonly fail?: FailureHandler
}

/** The properties of the application around middleware that are needed to compile the middleware. */
export interface Surroundings {
  /** The container of the application, from which services are fetched. */
  readonly container: Container | undefined
  /**
   * The containers of the outermost application and of all nested ones, to be disposed of when the program ends. Each
   * application adds its own when it is compiled.
   */
  readonly containers: Set<Container> | undefined
  /** The routes for the routing and the dispatch step; `undefined` outside of an application. */
  readonly routes: CompiledRoutes | undefined
  /**
   * The path prefixes around the middleware, as far as they are known when the pipeline is compiled, joined to one
   * path.
   */
  readonly basePath: string
  /**
   * The nearest path prefix that a request passes before it reaches this middleware, in this pipeline or in an outer
   * one.
   */
  readonly inFront: PrefixInFront | undefined
}

/** A path prefix that requests pass in front of a position. `earlier` links to the prefix in front of this one. */
export interface PrefixInFront {
  readonly covers: LimitedMiddleware['covers']
  readonly prefix: string
  /** The path prefixes around this one, joined to one path. */
  readonly basePath: string
  readonly earlier: PrefixInFront | undefined
}

/** The surroundings of the outermost application or pipeline: nothing stands around it. */
export const NOWHERE: Surroundings = {
  container: undefined,
  containers: undefined,
  routes: undefined,
  basePath: '',
  inFront: undefined,
}

/** The name of a step, which may be registered like middleware. */
export type StepName = '@app/core/routing' | '@app/core/dispatch'

/** Matches a method and the path of a request against the routes. */
export type RequestMatcher = (method: string, request: ServerRequest) => RouteResult

/** The routes of an application as its routing and dispatch step use them. */
export interface CompiledRoutes {
  readonly match: RequestMatcher
  /** The handler of a route; `next` is the chain behind dispatch. */
  run(route: Route, next: Continuation): RequestHandler
  /** The prepared middleware of a route. */
  prepared(route: Route): PreparedMiddleware
  /** The routing and the dispatch step, each with its parts. */
  readonly steps: Readonly<Record<StepName, PreparedMiddleware>>
}

/** Prepares a value that is registered as middleware. Errors name it by `place`. */
export type Prepare = (value: unknown, place: string) => PreparedMiddleware

/**
 * The method by which pipelines and applications of this copy of the package are compiled into the chain, instead of
 * being called.
 */
export const PREPARE: unique symbol = Symbol('prepare')

/** An object that makes its own node of the tree of middleware, such as a pipeline. */
export interface PreparesItself {
  readonly [PREPARE]: (place: string) => PreparedMiddleware
}

/** Gives the node of an object that makes its own node, such as a pipeline; `undefined` for any other value. */
export function preparedOf(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null || !(PREPARE in value)) return undefined
  return (value as PreparesItself)[PREPARE](place)
}
