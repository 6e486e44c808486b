import { pathText } from './path-text.ts'

/** Aliases lead back to themselves, so that no service stands behind them. */
export class CyclicAliasError extends Error {
  override readonly name = 'CyclicAliasError'
  /** The aliases of the ring; the first is also the last. */
  readonly ring: readonly string[]

  constructor(ring: readonly string[]) {
    super(`Aliases form a ring: ${pathText(ring)}. Let one of them name a service.`)
    this.ring = ring
  }
}
