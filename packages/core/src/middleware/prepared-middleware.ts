import type { Matcher, Route } from '@app/router'
import type { Container } from '../container/container.ts'
import type { ErrorResponder } from '../messages/refuse.ts'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { MiddlewareDescription } from './middleware-description.ts'

/** Answers a failure, or throws it on. */
export type FailureHandler = (error: unknown, request: ServerRequest) => Answer

/** What stands behind a position of a pipeline. */
export interface Continuation {
  readonly handle: RequestHandler
  /** Where failures go; absent where no error middleware stands behind. */
  readonly fail?: FailureHandler
}

/** What middleware is compiled in: the application around it. */
export interface Surroundings {
  /** Where services come from. */
  readonly container: Container | undefined
  /** Those of the outermost application and of all that are nested in it, for whoever ends them; each adds its own. */
  readonly containers: Set<Container> | undefined
  /** What the two steps are compiled against; `undefined` outside of an application. */
  readonly routes: CompiledRoutes | undefined
  /** The prefixes that all of it is under, as far as that is known when it is compiled. */
  readonly basePath: string
  /** The nearest of the path prefixes that a request passes on its way here, those of outer pipelines among them. */
  readonly inFront: PrefixInFront | undefined
}

/** A path prefix that stands in front of others. */
export interface PrefixInFront {
  readonly entry: PreparedMiddleware
  readonly prefix: string
  /** The prefixes that it is under. */
  readonly basePath: string
  readonly earlier: PrefixInFront | undefined
}

/** What an entry is compiled in: nothing is around it. */
export const NOWHERE: Surroundings = {
  container: undefined,
  containers: undefined,
  routes: undefined,
  basePath: '',
  inFront: undefined,
}

/** The name that stands for a step wherever middleware is registered. */
export type StepName = '@app/core/routing' | '@app/core/dispatch'

/** The routes of an application as its two steps use them. */
export interface CompiledRoutes {
  readonly match: Matcher
  /** What answers a route; `next` is what stands behind the dispatch. */
  run(route: Route, next: Continuation): RequestHandler
  /** The two steps, each with all of its parts. */
  readonly steps: Readonly<Record<StepName, PreparedMiddleware>>
}

/** Something registered as middleware, checked and ready to be compiled against whatever stands behind it. */
export interface PreparedMiddleware {
  /** Given by what is piped at a path prefix. */
  readonly prefix?: string
  compile(next: Continuation, surroundings: Surroundings): Continuation
  /** Resolves what would be resolved at first use, and reports what cannot be. */
  check(surroundings: Surroundings, report: (error: unknown) => void): Promise<void>
  /** Waits for what must be known before the first request; nothing to wait for is `undefined`. */
  ready(surroundings: Surroundings): Promise<void> | undefined
  /** Says how a mistake looks that is known before any middleware runs; given by what may hold an error handler. */
  responder?(surroundings: Surroundings): ErrorResponder | undefined
  /** For tools; nothing is made for it. */
  describe(): MiddlewareDescription
}

/** Prepares whatever is registered as middleware; `place` is how errors name it. */
export type Prepare = (value: unknown, place: string) => PreparedMiddleware

/** Pipelines and applications of this copy of the package are compiled into the chain instead of being called. */
export const PREPARE: unique symbol = Symbol('prepare')

/** What an object gives that knows how to prepare itself. */
export interface PreparesItself {
  readonly [PREPARE]: (place: string) => PreparedMiddleware
}

export function preparedOf(value: unknown, place: string): PreparedMiddleware | undefined {
  if (typeof value !== 'object' || value === null || !(PREPARE in value)) return undefined
  return (value as PreparesItself)[PREPARE](place)
}
