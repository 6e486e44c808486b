import { keyText } from './names.ts'
import type { ServiceKey } from './service-container.ts'

/** One construction: what is constructed, for whom, and, while it goes on, what it waits for. */
export class Resolution {
  readonly key: ServiceKey
  #requirer: Resolution | undefined
  #awaited: Set<Resolution> | undefined = new Set()

  constructor(key: ServiceKey, requirer: Resolution | undefined) {
    this.key = key
    this.#requirer = requirer
    if (requirer) requirer.#awaited?.add(this)
  }

  /** The names from what was asked for, or from `first`, to this. */
  path(first?: Resolution): string[] {
    const path: string[] = []
    for (let at: Resolution | undefined = this; at; at = at === first ? undefined : at.#requirer) {
      path.push(keyText(at.key))
    }
    return path.reverse()
  }

  /**
   * The ring that requiring `key` here would close by name.
   *
   * A service that is made already may ask for anything, even for another one of its own kind.
   */
  ringOfRequirers(key: ServiceKey): string[] | undefined {
    if (!this.#awaited) return undefined
    for (let at: Resolution | undefined = this; at; at = at.#requirer) {
      if (at.key === key) return [...this.path(at), keyText(key)]
    }
    return undefined
  }

  /** Waits for a construction under way, or gives the ring of those that would then wait for each other for ever. */
  waitFor(pending: Resolution): string[] | undefined {
    const cameFrom = new Map<Resolution, Resolution | undefined>([[pending, undefined]])
    for (const [at] of cameFrom) {
      if (at === this) return ringBack(this, cameFrom)
      for (const next of at.#awaited ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at)
    }
    this.#awaited?.add(pending)
    return undefined
  }

  /** Lets go of the others, so that a service that keeps its container keeps nothing else. */
  finish(): void {
    this.#requirer = undefined
    this.#awaited = undefined
  }
}

function ringBack(end: Resolution, cameFrom: ReadonlyMap<Resolution, Resolution | undefined>): string[] {
  const ring: string[] = []
  for (let at: Resolution | undefined = end; at; at = cameFrom.get(at)) ring.unshift(keyText(at.key))
  return [...ring, ring[0] ?? '']
}
