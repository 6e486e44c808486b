import { UsageError } from '@app/checks'
import type { PlanNode } from './node.ts'

/** The nodes that were registered one after the other, until they are compiled. */
export class Registered {
  readonly nodes: PlanNode[] = []
  #frozenBy: string | undefined

  /** Throws a `UsageError` if the nodes were compiled; `what` names the registration. */
  refuseLate(what: string): void {
    if (this.#frozenBy === undefined) return
    throw new UsageError(
      'APP_FROZEN',
      `${what} comes too late: the pipeline was compiled for ${this.#frozenBy}, and does not change any more. ` +
        'Register it before, or build a new application for the new state, and serve that.',
    )
  }

  freeze(by: string): void {
    this.#frozenBy ??= by
  }
}
