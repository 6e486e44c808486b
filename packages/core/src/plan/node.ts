import type { Awaitable, RequestHandler, ServerRequest } from '@app/http'
import type { Route, RouterInterface } from '@app/router'
import type { Container } from '../container/container.ts'
import type { Makes } from '../container/injectable.ts'
import type { ErrorMiddleware } from '../middleware/error-middleware.ts'
import type { Middleware } from '../middleware/middleware.ts'
import type { RouteResult } from '../routing/matched-route.ts'
import type { EntryDescription } from './description.ts'
import type { UnansweredErrors } from './unanswered-errors.ts'

/**
 * A position of a plan: something that was registered, checked and given a name for errors.
 *
 * A plan is plain data. `compile` makes a chain of functions of it, and `walk` answers questions about it.
 */
export type PlanNode = MiddlewareNode | LazyNode | ErrorNode | StepNode | LimitedNode | PipelineNode | ApplicationNode

/** Members of all nodes. */
interface Position {
  /** The name of the position in errors: `pipe 3, item 2`. */
  readonly place: string
  /** The configuration entry from which the position comes. */
  readonly entry?: EntryDescription
}

/** A function, or an object with `process` or `handle`. */
export interface MiddlewareNode extends Position {
  readonly kind: 'middleware'
  /** The function or object as it was registered. */
  readonly value: object
  readonly run: Middleware
}

/** A service, a class, or a factory with `inject`, of which the middleware is made at its first use. */
export interface LazyNode extends Position {
  readonly kind: 'lazy'
  readonly from: 'service' | 'class' | 'factory'
  /** The name of the service, or that of the class or the factory for messages. */
  readonly name: string
  /** The name of the service, or the class or the factory itself. */
  readonly value: string | Makes
  /** The middleware, once it was made, or the attempt to make it. */
  readonly latest: { made?: PlanNode | undefined; making?: Promise<PlanNode> | undefined }
}

/** What a lazy node says about what it makes. */
export type Lazy = Pick<LazyNode, 'from' | 'value' | 'name' | 'place'>

/** Middleware that runs for errors alone. */
export interface ErrorNode extends Position {
  readonly kind: 'error'
  /** The registered value, for descriptions: a function, an object, or the name of a service. */
  readonly value: unknown
  /** How it is made, for a service or a function with `inject`. */
  readonly lazy?: Lazy
  /** Returns the error middleware; fetches it first if it is a service. */
  readonly find: (container: Container | undefined) => ErrorMiddleware | Promise<ErrorMiddleware>
}

/** The routing or the dispatch step, or a part of one that was piped by itself. */
export interface StepNode extends Position {
  readonly kind: 'step'
  readonly step: 'routing' | 'dispatch' | 'part'
  /** The name of the part; absent for a whole step. */
  readonly name?: string
  /** Absent for a whole step, whose parts the application brings, so that a bare pipeline is smaller without them. */
  readonly parts?: readonly StepPart[]
  /** True if the application has added the step after all piped middleware, since neither step was piped. */
  readonly isDefault?: true
}

/** Middleware for the requests under a path prefix, or for one host. */
export interface LimitedNode extends Position {
  readonly kind: 'limited'
  readonly limit: Limit
  readonly child: PlanNode
}

/** A canonical path prefix or a host name. */
export type Limit = { readonly path: string; readonly host?: never } | { readonly host: string; readonly path?: never }

/** Several middleware in their order: an array, or a `Pipeline`. */
export interface PipelineNode extends Position {
  readonly kind: 'pipeline'
  /** The name of the pipeline's class; absent for an array. */
  readonly name?: string
  /**
   * The path prefixes of the children, if the node is one middleware under several prefixes. The prefixes are disjoint,
   * so a request enters one child at most.
   */
  readonly prefixes?: readonly string[]
  readonly children: readonly PlanNode[]
  /** Refuses all further registrations; `by` says in an error what has compiled the pipeline. Absent for an array. */
  readonly freeze?: (by: string) => void
}

/** An application: a pipeline with routes, a router and a container. */
export interface ApplicationNode extends Position {
  readonly kind: 'application'
  /** The name of the application's class; absent for the outermost application. */
  readonly name?: string
  readonly content: ApplicationContent
}

/** What was registered in an application. */
export interface ApplicationContent {
  readonly container: Container | undefined
  /** The router; `undefined` until one was given or found. */
  readonly router: RouterInterface | undefined
  /** The pipeline; the routing and the dispatch step stand at its end if there are routes and neither was piped. */
  readonly positions: readonly PlanNode[]
  readonly table: Routes
  /** The parts of the routing and of the dispatch step. */
  readonly steps: StepParts
  /** Matches requests to the routes. Throws a `ConfigurationError` if there are routes and no router. */
  readonly match: RequestMatcher
  /** Resolves when the router is known; `undefined` if there is nothing to wait for. */
  routerReady(): Promise<void> | undefined
  /** Throws if the application cannot work as it was registered. */
  check(): void
  /** Refuses all further registrations; `by` says in an error what has compiled the application. */
  freeze(by: string): void
}

/** The routes of an application. */
export interface Routes {
  readonly routes: readonly Route[]
  /** The middleware of each route. */
  readonly nodes: ReadonlyMap<Route, PlanNode>
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
  /** The middleware of a route, also of a route that is not one of these. */
  nodeFor(route: Route): PlanNode
}

/** Matches a method and the path of a request to a route. */
export type RequestMatcher = (method: string, request: ServerRequest) => RouteResult

/**
 * The rest of a compiled chain, after one position: a chain for requests, and one for errors. A position that is compiled
 * with it offers its errors to `handleError`, also if that happens after its response was replaced.
 */
export interface Continuation {
  readonly handle: RequestHandler
  /** Runs the nearest error middleware after this position; absent if none follows. */
  readonly handleError?: ErrorHandling
}

/** Answers an error, or throws it. */
export type ErrorHandling = (error: unknown, request: ServerRequest) => Awaitable<Response>

/** What the compiled form of a node needs to know of what is around it. */
export interface Scope {
  readonly container: Container | undefined
  /** The routes for the routing and the dispatch step; `undefined` outside of an application. */
  readonly routes: CompiledRoutes | undefined
  /** The errors for which the chain, of all its applications, has no error middleware left. */
  readonly unanswered: UnansweredErrors
}

/**
 * Makes the handler of a part of the routing or the dispatch step. A part is called outside of any middleware, so it
 * passes an error that it causes itself to `next.handleError`, if there is one.
 */
export type StepPart = (next: Continuation, routes: CompiledRoutes) => RequestHandler

/** The parts of each step, in their order. */
export type StepParts = Readonly<Record<'routing' | 'dispatch', readonly StepPart[]>>

/** The routes of the application around a step, as the step uses them. */
export interface CompiledRoutes {
  readonly steps: StepParts
  readonly match: RequestMatcher
  /** Compiles the middleware of a route. */
  compile(route: Route, next: Continuation): RequestHandler
  /** Splits the middleware of a route; `undefined` if all of it runs within the surroundings of the route. */
  split(route: Route): SplitRoute | undefined | Promise<SplitRoute | undefined>
  /** Compiles a part of the middleware of a route. Tracing sees the part as the run of `traced`. */
  compilePart(nodes: readonly PlanNode[], next: Continuation, traced?: Route): RequestHandler
  /** Makes a handler that offers its errors to the error middleware after it. */
  offering(handle: RequestHandler, next: Continuation): RequestHandler
}

/** The middleware of a route: what runs before its surroundings begin, and the rest, which runs within them. */
export interface SplitRoute {
  readonly ahead: readonly PlanNode[]
  readonly inside: readonly PlanNode[]
}

/** The method by which a pipeline or an application becomes a part of another plan of the same copy of this package. */
export const NODE: unique symbol = Symbol('node')

/** An object that makes its own node, such as a pipeline. */
export interface HasNode {
  readonly [NODE]: (place: string) => PlanNode
}

/** The node of an object that makes its own, such as a pipeline; `undefined` for any other value. */
export function planOf(value: unknown, place = ''): PlanNode | undefined {
  if (typeof value !== 'object' || value === null || !(NODE in value)) return undefined
  return (value as HasNode)[NODE](place)
}
