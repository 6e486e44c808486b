import type { Answer, RequestHandler, ServerRequest } from '@app/http'
import type { Route } from '@app/router'
import type { Container } from '../container/container.ts'
import type { RouteResult } from '../matching/route-result.ts'
import type { RoutesVisitor } from '../matching/routes-entry.ts'
import type { MiddlewareDescription } from './middleware-description.ts'
import type { ErrorResponder } from './refuse.ts'

/** Answers an error, or throws it. */
export type FailureHandler = (error: unknown, request: ServerRequest) => Answer

/** The compiled chain behind a position of a pipeline. */
export interface Continuation {
  readonly handle: RequestHandler
  /** The chain of error middleware; absent if there is none behind this position. */
  readonly fail?: FailureHandler
}

/** The application around middleware, as far as compiling needs to know it. */
export interface Surroundings {
  /** Provides services. */
  readonly container: Container | undefined
  /**
   * The containers of the outermost application and of all nested ones, to be disposed of at the end. Each application
   * adds its own when it is compiled.
   */
  readonly containers: Set<Container> | undefined
  /** The routes for the two steps; `undefined` outside of an application. */
  readonly routes: CompiledRoutes | undefined
  /** The prefixes around the middleware, as far as they are known at compile time. */
  readonly basePath: string
  /** The nearest path prefix that a request passes before it gets here, in this pipeline or in an outer one. */
  readonly inFront: PrefixInFront | undefined
}

/** A path prefix in front of a position, and the earlier ones as a linked list. */
export interface PrefixInFront {
  readonly entry: PreparedMiddleware
  readonly prefix: string
  /** The prefixes around this one. */
  readonly basePath: string
  readonly earlier: PrefixInFront | undefined
}

/** The surroundings of an entry: there is nothing around it. */
export const NOWHERE: Surroundings = {
  container: undefined,
  containers: undefined,
  routes: undefined,
  basePath: '',
  inFront: undefined,
}

/** A name that may be registered like middleware and stands for a step. */
export type StepName = '@app/core/routing' | '@app/core/dispatch'

/** Matches a method and the path of a request. */
export type RequestMatcher = (method: string, request: ServerRequest) => RouteResult

/** The routes of an application as its two steps use them. */
export interface CompiledRoutes {
  readonly match: RequestMatcher
  /** The handler of a route; `next` is the chain behind dispatch. */
  run(route: Route, next: Continuation): RequestHandler
  /** The two steps, complete with their parts. */
  readonly steps: Readonly<Record<StepName, PreparedMiddleware>>
}

/** Registered middleware that was checked, and can be compiled together with the chain behind it. */
export interface PreparedMiddleware {
  /** The path prefix, if the middleware is limited to one. */
  readonly prefix?: string
  compile(next: Continuation, surroundings: Surroundings): Continuation
  /** Resolves lazy services and classes now, and reports each failure. */
  check(surroundings: Surroundings, report: (error: unknown) => void): Promise<void>
  /**
   * Waits for what must be known before the first request, such as a router; `undefined` if there is nothing to wait
   * for.
   */
  ready(surroundings: Surroundings): Promise<void> | undefined
  /**
   * Finds what a request with this method would be dispatched to, by the routes in it and without running anything;
   * absent if there cannot be any.
   */
  find?(method: string, request: ServerRequest, surroundings: Surroundings): Promise<RouteResult>
  /** Shows the applications in it, each with the prefixes in front of it; absent if there cannot be any. */
  visit?(surroundings: Surroundings, visitor: RoutesVisitor): void
  /** The responder of an error handler in it, which answers errors that are known before middleware runs. */
  responder?(surroundings: Surroundings): ErrorResponder | undefined
  /** Describes it, for tools. Resolves nothing. */
  describe(): MiddlewareDescription
}

/** Prepares a value that is registered as middleware. Errors name it by `place`. */
export type Prepare = (value: unknown, place: string) => PreparedMiddleware

/**
 * The method of pipelines and applications of this copy of the package, which are compiled into the chain instead of
 * being called.
 */
export const PREPARE: unique symbol = Symbol('prepare')

/** An object that prepares itself. */
export interface PreparesItself {
  readonly [PREPARE]: (place: string) => PreparedMiddleware
}

export function preparedOf(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null || !(PREPARE in value)) return undefined
  return (value as PreparesItself)[PREPARE](place)
}
