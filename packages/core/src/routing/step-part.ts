import { watchedDispatch } from '../middleware/guard-invariant.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { description } from '../middleware/middleware-description.ts'
import type { Continuation, PreparedMiddleware, Steps } from '../middleware/prepared-middleware.ts'
import { PREPARE, type PreparesItself } from '../middleware/prepares-itself.ts'
import { StepError } from '../middleware/step.ts'

/** Which step it is the heart of, if of one. */
type PartKind = 'routing' | 'dispatch' | 'object'

type CompilePart = (steps: Steps, next: Continuation) => Continuation

/** A part of the two steps that needs the routes of the application that it is piped in. */
export class StepPart implements MiddlewareInterface, PreparesItself {
  readonly #name: string
  readonly #kind: PartKind
  readonly #compile: CompilePart

  constructor(name: string, kind: PartKind, compile: CompilePart) {
    this.#name = name
    this.#kind = kind
    this.#compile = compile
  }

  /** Throws `StepError`: only the pipeline of an application knows the routes. */
  readonly process = (): never => {
    throw new StepError(`${this.#name} needs an application. Pipe it in one instead of calling it.`)
  };

  /** @internal */
  [PREPARE](place: string): PreparedMiddleware {
    return {
      compile: (next, surroundings) => {
        const { steps } = surroundings
        if (!steps) throw new StepError(`${place}: ${this.#name} needs an application. Pipe it in one.`)
        const compiled = this.#compile(steps, next)
        return this.#kind === 'dispatch' ? watchedDispatch(compiled, surroundings) : compiled
      },
      check: async () => undefined,
      ready: () => undefined,
      describe: () => description({ kind: this.#kind, name: this.#name }),
    }
  }
}
