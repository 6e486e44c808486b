import type { PlanNode } from './node.ts'

/**
 * Something was piped or routed after its pipeline or application was compiled. The message says what has compiled it,
 * and what to do instead.
 */
export class FrozenError extends Error {
  override readonly name = 'FrozenError'

  constructor(what: string, by: string) {
    super(
      `${what} comes too late: the pipeline was compiled for ${by}, and does not change any more. Register it before, ` +
        'or build a new application for the new state, and serve that.',
    )
  }
}

/** The nodes that were registered one after the other, until they are compiled. */
export class Registered {
  readonly nodes: PlanNode[] = []
  #frozenBy: string | undefined

  /** Throws a `FrozenError` if the nodes were compiled; `what` names the registration. */
  refuseLate(what: string): void {
    if (this.#frozenBy !== undefined) throw new FrozenError(what, this.#frozenBy)
  }

  freeze(by: string): void {
    this.#frozenBy ??= by
  }
}
