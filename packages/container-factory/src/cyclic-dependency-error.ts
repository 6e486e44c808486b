import { ContainerError } from './container-error.ts'
import { pathText } from './path-text.ts'

/** A service requires itself through others, or waits for one that waits for it. */
export class CyclicDependencyError extends ContainerError {
  override readonly name = 'CyclicDependencyError'
  /** The names of the ring; the first is also the last. */
  readonly ring: readonly string[]

  constructor(requirers: readonly string[], ring: readonly string[]) {
    const entry = requirers.findIndex((name) => ring.includes(name))
    const before = entry === -1 ? requirers : requirers.slice(0, entry)
    const by = before.length === 0 ? '' : `, required by ${pathText(before)}`
    super(
      `Services require each other in a ring: ${pathText(ring)}${by}. ` +
        'Let one of them ask the container at its first use instead of while it is made.',
      [...before, ...ring],
    )
    this.ring = ring
  }
}
