import type { MiddlewareInterface } from '../middleware/middleware.ts'
import type { Continuation, PreparedMiddleware, Steps } from '../middleware/prepared-middleware.ts'
import { PREPARE, type PreparesItself } from '../middleware/prepares-itself.ts'
import { StepError } from '../middleware/step.ts'

type CompilePart = (steps: Steps, next: Continuation) => Continuation

/** A part of the two steps that needs the routes of the application that it is piped in. */
export class StepPart implements MiddlewareInterface, PreparesItself {
  readonly #name: string
  readonly #compile: CompilePart

  constructor(name: string, compile: CompilePart) {
    this.#name = name
    this.#compile = compile
  }

  /** Throws `StepError`: only the pipeline of an application knows the routes. */
  readonly process = (): never => {
    throw new StepError(`${this.#name} needs an application. Pipe it in one instead of calling it.`)
  };

  /** @internal */
  [PREPARE](place: string): PreparedMiddleware {
    return {
      compile: (next, { steps }) => {
        if (!steps) throw new StepError(`${place}: ${this.#name} needs an application. Pipe it in one.`)
        return this.#compile(steps, next)
      },
      check: async () => undefined,
      ready: () => undefined,
    }
  }
}
