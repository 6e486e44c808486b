import type { Container } from '../container/container.ts'
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
  /** Compiles the two steps; `undefined` outside of an application. */
  readonly steps: Steps | undefined
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
  steps: undefined,
  basePath: '',
  inFront: undefined,
}

/** The routing step and the dispatch step of an application, and the parts of them that need its routes. */
export interface Steps {
  routing(next: Continuation, place: string): Continuation
  dispatch(next: Continuation, place: string): Continuation
  /** Routing without implicit HEAD. */
  match(next: Continuation): Continuation
  /** Implicit HEAD. */
  head(next: Continuation): Continuation
  /** Dispatch without implicit OPTIONS and method not allowed. */
  run(next: Continuation): Continuation
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
  /** For tools; nothing is made for it. */
  describe(): MiddlewareDescription
}

/** Prepares whatever is registered as middleware; `place` is how errors name it. */
export type Prepare = (value: unknown, place: string) => PreparedMiddleware
