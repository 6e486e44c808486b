import type { Continuation, Steps } from '../middleware/prepared-middleware.ts'
import { StepError } from '../middleware/step.ts'

type CompileStep = (next: Continuation) => Continuation

/** How an application compiles its two steps, and the parts of them. */
export type StepCompilers = Readonly<Record<keyof Steps, CompileStep>>

/** The two steps of an application while it is compiled, and where they were piped. */
export class PipedSteps implements Steps {
  readonly #compile: StepCompilers
  /** Whoever pipes the parts singly decides on their order. */
  #hasParts = false
  /** In the order of the pipeline, though compiled from its end. */
  readonly #piped: { readonly name: 'routing' | 'dispatch'; readonly place: string }[] = []

  constructor(compile: StepCompilers) {
    this.#compile = compile
  }

  get arePiped(): boolean {
    return this.#hasParts || this.#piped.length > 0
  }

  routing(next: Continuation, place: string): Continuation {
    this.#piped.unshift({ name: 'routing', place })
    return this.#compile.routing(next)
  }

  match(next: Continuation): Continuation {
    this.#hasParts = true
    return this.#compile.match(next)
  }

  head(next: Continuation): Continuation {
    return this.#compile.head(next)
  }

  dispatch(next: Continuation, place: string): Continuation {
    this.#piped.unshift({ name: 'dispatch', place })
    return this.#compile.dispatch(next)
  }

  run(next: Continuation): Continuation {
    this.#hasParts = true
    return this.#compile.run(next)
  }

  /** Throws `StepError` for one step without the other, for the two in reverse, and for one piped twice. */
  check(): void {
    const routing = this.#placesOf('routing')
    const dispatch = this.#placesOf('dispatch')
    for (const [name, places] of [
      ['routing', routing],
      ['dispatch', dispatch],
    ] as const) {
      if (places.length > 1)
        throw new StepError(`The ${name} step is piped twice: ${places.join(' and ')}. Remove one.`)
    }
    if (routing.length !== dispatch.length) throw oneMissing(routing[0], dispatch[0])
    if (this.#piped[0]?.name === 'dispatch') {
      throw new StepError(`Dispatch (${dispatch[0]}) comes before routing (${routing[0]}). Pipe routing first.`)
    }
  }

  #placesOf(name: 'routing' | 'dispatch'): readonly string[] {
    return this.#piped.filter((step) => step.name === name).map((step) => step.place)
  }
}

function oneMissing(routing: string | undefined, dispatch: string | undefined): StepError {
  return routing === undefined
    ? new StepError(`Dispatch (${dispatch}) is piped without routing. Call pipeRoutingMiddleware() before it.`)
    : new StepError(`Routing (${routing}) is piped without dispatch. Call pipeDispatchMiddleware() after it.`)
}
