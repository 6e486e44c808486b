import type { Container } from '../application/container.ts'
import type { FailureHandler } from './failure.ts'
import type { RequestHandler } from './middleware.ts'

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
  /** Compiles the two steps; `undefined` outside of an application. */
  readonly steps: Steps | undefined
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
  compile(next: Continuation, surroundings: Surroundings): Continuation
  /** Resolves what would be resolved at first use, and reports what cannot be. */
  check(surroundings: Surroundings, report: (error: unknown) => void): Promise<void>
  /** Waits for what must be known before the first request; nothing to wait for is `undefined`. */
  ready(surroundings: Surroundings): Promise<void> | undefined
}
